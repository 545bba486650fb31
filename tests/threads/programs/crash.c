/* mazurka: -- null => crash: null pointer; crasher #1
 * mazurka: -- stack => crash: stack overflow
 * mazurka: -- exit => exit-code: exit with code 3
 * mazurka: -- free => crash: freed before
 *
 * A thread crashes. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static char *shared;
static int deep(volatile int *n)
{
    volatile char frame[1 << 16];
    frame[0] = (char)++*n;
    return deep(n) + frame[0];
}
static void *crasher(void *what)
{
    int n = 0;
    if (!strcmp(what, "null"))
        *(volatile int *)NULL = 1;
    if (!strcmp(what, "stack"))
        return (void *)(long)deep(&n);
    if (!strcmp(what, "exit"))
        exit(3);
    free(shared);
    return NULL;
}
int main(int argc, char **argv)
{
    pthread_t t;
    shared = malloc(10);
    pthread_create(&t, NULL, crasher, argv[argc - 1]);
    pthread_join(t, NULL);
    free(shared);
    return 0;
}
