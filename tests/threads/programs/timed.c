/* mazurka: => assertion: woken failed
 * mazurka: -- tolerant => verified
 *
 * A wait with a time limit may end before it is woken. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int set;
static void *setter(void *unused)
{
    pthread_mutex_lock(&m);
    set = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return NULL;
}
int main(int argc, char **argv)
{
    pthread_t t;
    struct timespec until;
    int woken = 1;
    pthread_create(&t, NULL, setter, NULL);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    pthread_mutex_lock(&m);
    while (!set && woken)
        woken = pthread_cond_timedwait(&c, &m, &until) != ETIMEDOUT;
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    if (argc == 1)
        assert(woken);
    return 0;
}
