/* mazurka: -n 1 => assertion */
/* cc: -pthread */
/* The thread changes x, and is waited for. */
#include "truth.h"
#include <pthread.h>

static void *body(void *x)
{
    *(int *)x = 1;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int x = 0;
    begin();
    assert(pthread_create(&thread, NULL, body, &x) == 0);
    pthread_join(thread, NULL);
    assert(x == 0);
    return end();
}
