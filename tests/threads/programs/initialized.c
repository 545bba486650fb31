/* mazurka: => data-race; initialized.c:18
 *
 * The library writes to a page, as it is asked to, just before the program writes there by itself. */
#include <pthread.h>
#include <stdlib.h>
struct block {
    pthread_mutex_t m;
    int x;
};
static void *writes(void *block)
{
    ((struct block *)block)->x = 2;
    return NULL;
}
static void initialize(struct block *b)
{
    pthread_mutex_init(&b->m, NULL);
    b->x = 1;
}
int main(void)
{
    struct block *b = calloc(1, sizeof *b);
    pthread_t t;
    pthread_create(&t, NULL, writes, b);
    initialize(b);
    pthread_join(t, NULL);
    free(b);
    return 0;
}
