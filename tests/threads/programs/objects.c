/* mazurka: => verified; 8 outcomes
 * mazurka: -a dpor => verified; 8 outcomes
 *
 * One of each: once, a condition, a semaphore, a barrier, a block that one thread allocates and another one frees. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static sem_t s;
static pthread_once_t o = PTHREAD_ONCE_INIT;
static int ready, inits;
static void init(void)
{
    inits++;
}
static void *producer(void *unused)
{
    pthread_once(&o, init);
    free(malloc(40));
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    sem_post(&s);
    pthread_barrier_wait(&barrier);
    return NULL;
}
static void *consumer(void *unused)
{
    pthread_once(&o, init);
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    sem_wait(&s);
    pthread_barrier_wait(&barrier);
    return malloc(10);
}
int main(void)
{
    pthread_t t, u;
    void *block;
    sem_init(&s, 0, 0);
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&t, NULL, producer, NULL);
    pthread_create(&u, NULL, consumer, NULL);
    pthread_join(t, NULL);
    pthread_join(u, &block);
    free(block);
    assert(inits == 1);
    pthread_barrier_destroy(&barrier);
    sem_destroy(&s);
    return 0;
}
