/* mazurka: -- plain => verified; 1 outcome; destructors that pthread_exit
 * mazurka: -- handler => unsupported: ends its first thread by pthread_exit
 * mazurka: -- popped => verified
 *
 * The first thread ends before the others. */
#include <pthread.h>
#include <string.h>
static void *works(void *unused)
{
    return unused;
}
static void handles(void *unused)
{
    (void)unused;
}
int main(int argc, char **argv)
{
    pthread_t t;
    pthread_create(&t, NULL, works, NULL);
    pthread_cleanup_push(handles, argv[argc - 1]);
    if (!strcmp(argv[argc - 1], "handler"))
        pthread_exit(NULL);
    pthread_cleanup_pop(1);
    pthread_exit(NULL);
}
