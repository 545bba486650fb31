/* mazurka: => deadlock: waits for condition ready; nobody will wake it; when nobody waited
 *
 * A thread waits for a signal that may have come before. Remember that it has come in a variable that the lock protects, and wait in a loop
 * until it says so:
 *
 *     while (!done)
 *         pthread_cond_wait(&ready, &lock); */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;

static void *producer(void *unused)
{
    pthread_mutex_lock(&lock);
    pthread_cond_signal(&ready);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *consumer(void *unused)
{
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&ready, &lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t p, c;
    pthread_create(&c, NULL, consumer, NULL);
    pthread_create(&p, NULL, producer, NULL);
    pthread_join(c, NULL);
    pthread_join(p, NULL);
    return 0;
}
