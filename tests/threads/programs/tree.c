/* mazurka: -- 12 => verified; 1 outcome
 * mazurka: -- exit => verified
 * mazurka: -- detached => verified
 * mazurka: -- main => verified
 *
 * Threads that create threads, more of them than there is room for at first; threads that nobody joins; a first thread
 * that ends before the others. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static pthread_key_t key;
static int destroyed;
static void destroy(void *value)
{
    destroyed += *(int *)value;
    free(value);
}
static void *node(void *depth)
{
    pthread_t t;
    long left = (long)depth - 1;
    int *value = malloc(sizeof *value);
    *value = 1;
    pthread_setspecific(key, value);
    if (left) {
        pthread_create(&t, NULL, node, (void *)left);
        pthread_join(t, NULL);
    }
    return NULL;
}
static void *sleeper(void *unused)
{
    sleep(1000);
    return NULL;
}
int main(int argc, char **argv)
{
    const char *what = argv[argc - 1];
    pthread_t t;
    pthread_key_create(&key, destroy);
    if (!strcmp(what, "detached") || !strcmp(what, "main") || !strcmp(what, "exit")) {
        pthread_create(&t, NULL, sleeper, NULL);
        if (!strcmp(what, "detached"))
            pthread_detach(t);
        if (!strcmp(what, "main"))
            pthread_exit(NULL);
        exit(0);
    }
    pthread_create(&t, NULL, node, (void *)atol(what));
    pthread_join(t, NULL);
    assert(destroyed == atoi(what));
    return 0;
}
