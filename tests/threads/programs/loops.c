/* mazurka: -- backoff => verified; no data race
 * mazurka: -a sdpor -- backoff => verified
 * mazurka: -- spin => verified; 3 outcomes, 1 redundant
 * mazurka: -- timed => verified
 * mazurka: -- semaphore => verified
 * mazurka: -- holder-ends => non-termination: main goes round a loop for ever: nobody will change mutex a
 * mazurka: -- both-wait => non-termination
 * mazurka: -- never => non-termination: nobody will change mutex a
 * mazurka: -- counts => assertion: rounds < 2
 *
 * Loops that try in vain, until somebody changes what they look at. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <time.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;
static int ready, rounds;
static const char *what;

static int is(const char *name)
{
    return !strcmp(what, name);
}

static void both(pthread_mutex_t *first, pthread_mutex_t *second)
{
    while (pthread_mutex_lock(first), pthread_mutex_trylock(second))
        pthread_mutex_unlock(first);
    ready++;
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

static void *other(void *unused)
{
    if (is("backoff")) {
        both(&b, &a);
    } else if (is("both-wait")) {
        both(&b, &a);
    } else if (is("semaphore")) {
        sem_post(&s);
    } else {
        pthread_mutex_lock(&a);
        ready = 1;
        pthread_cond_signal(&c);
        if (!is("holder-ends"))
            pthread_mutex_unlock(&a);
    }
    return unused;
}

static void *holds(void *unused)
{
    pthread_mutex_lock(&a);
    return unused;
}

int main(int argc, char **argv)
{
    struct timespec until = {1, 0};
    pthread_t t, u;
    what = argv[argc - 1];
    sem_init(&s, 0, 0);
    if (is("both-wait")) {
        pthread_create(&u, NULL, holds, NULL);
        pthread_join(u, NULL);
    }
    if (!is("never"))
        pthread_create(&t, NULL, other, NULL);
    if (is("backoff"))
        both(&a, &b);
    if (is("both-wait"))
        both(&b, &a);
    if (is("spin") || is("holder-ends")) {
        while (pthread_mutex_trylock(&a))
            ;
        pthread_mutex_unlock(&a);
    }
    if (is("counts"))
        while (rounds < 3 && pthread_mutex_trylock(&b) == 0 && pthread_mutex_trylock(&a)) {
            pthread_mutex_unlock(&b);
            assert(++rounds < 2);
        }
    if (is("timed") || is("never")) {
        pthread_mutex_lock(&a);
        while (!ready)
            pthread_cond_timedwait(&c, &a, &until);
        pthread_mutex_unlock(&a);
    }
    while (is("semaphore") && sem_trywait(&s))
        ;
    if (!is("never") && !is("counts"))
        pthread_join(t, NULL);
    return 0;
}
