/* mazurka: -- robust => verified
 * mazurka: -- lost => verified
 * mazurka: -- named => verified; 4 outcomes
 * mazurka: -- held => verified+lock-held; worker #1 ends while it holds mutex m
 * mazurka: -- waits-for-held => deadlock: main waits for mutex m; worker #1; has ended
 * mazurka: -- early => deadlock: waits for condition c; nobody will wake it; when nobody waited
 * mazurka: -- detached => invalid-argument: joins a thread that is detached
 * mazurka: -- if => verified; spurious wakeups
 * mazurka: --spurious 1 -- if => assertion: ready failed
 * mazurka: --spurious 1 -- while => verified
 *
 * Mutexes whose holder has ended, semaphores with names, wakeups that come too early, or without a reason. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static const char *what;
static int ready, count;

static int is(const char *name)
{
    return !strcmp(what, name);
}

static void *worker(void *unused)
{
    (void)unused;
    if (is("named")) {
        sem_t *s = sem_open("/mazurka", 0);
        sem_wait(s);
        count++;
        sem_post(s);
        return NULL;
    }
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    if (is("early") || is("if") || is("while"))
        pthread_mutex_unlock(&m);
    return NULL;
}

static void *sleeper(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&m);
    if (is("early") || (is("if") && !ready))
        pthread_cond_wait(&c, &m);
    while (is("while") && !ready)
        pthread_cond_wait(&c, &m);
    assert(ready);
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_mutexattr_t a;
    pthread_attr_t detached;
    pthread_t t[2];
    what = argc > 1 ? argv[1] : "robust";
    pthread_mutexattr_init(&a);
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    if (is("robust") || is("lost")) {
        pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
        pthread_mutex_init(&m, &a);
    }
    if (is("named"))
        sem_open("/mazurka", O_CREAT, 0600, 1);
    pthread_create(&t[0], is("detached") ? &detached : NULL, worker, NULL);
    if (is("named"))
        pthread_create(&t[1], NULL, worker, NULL);
    if (is("early") || is("if") || is("while"))
        pthread_create(&t[1], NULL, sleeper, NULL);
    pthread_join(t[0], NULL);
    if (is("robust") || is("lost")) {
        assert(pthread_mutex_lock(&m) == EOWNERDEAD);
        if (is("robust"))
            assert(!pthread_mutex_consistent(&m));
        pthread_mutex_unlock(&m);
        assert(pthread_mutex_lock(&m) == (is("lost") ? ENOTRECOVERABLE : 0));
        if (is("robust"))
            pthread_mutex_unlock(&m);
    }
    if (is("waits-for-held"))
        pthread_mutex_lock(&m);
    if (is("named") || is("early") || is("if") || is("while"))
        pthread_join(t[1], NULL);
    if (is("named")) {
        assert(count == 2);
        sem_unlink("/mazurka");
        assert(sem_open("/mazurka", 0) == SEM_FAILED);
    }
    return 0;
}
