/* mazurka: -- relock => deadlock: main locks mutex; which it holds already
 * mazurka: -- checked => verified
 * mazurka: -- recursive => verified
 * mazurka: -- unlock => invalid-argument: unlocks a mutex that it has not locked
 * mazurka: -- destroy => invalid-argument: destroys a mutex that is locked
 * mazurka: -- destroyed => invalid-argument: uses an object that was destroyed
 * mazurka: -- barrier => deadlock
 * mazurka: -- semaphore => deadlock
 * mazurka: -- join => invalid-argument: joins a thread that was joined already
 * mazurka: -- self => verified
 * mazurka: -- detaches-itself => invalid-argument: joins a thread that is detached
 * mazurka: -- detached => verified; 1 outcome
 * mazurka: -- detach-joined => invalid-argument: detaches a thread that was joined already
 * mazurka: -- destroy-static => invalid-argument: destroys a mutex that is locked
 * mazurka: -- destroy-free => verified; 1 outcome
 * mazurka: -- cancel => unsupported: cancels a thread
 * mazurka: -- robust => verified
 *
 * One thread, or two, and a mistake. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
static pthread_mutex_t of_all = PTHREAD_MUTEX_INITIALIZER;
static void *nothing(void *unused)
{
    return unused;
}
static void *detaches_itself(void *unused)
{
    pthread_detach(pthread_self());
    return unused;
}
static void *locks(void *unused)
{
    pthread_mutex_lock(&of_all);
    pthread_mutex_unlock(&of_all);
    return unused;
}
int main(int argc, char **argv)
{
    const char *what = argv[argc - 1];
    pthread_mutex_t m;
    pthread_mutexattr_t a;
    pthread_t t;
    pthread_mutexattr_init(&a);
    if (!strcmp(what, "checked"))
        pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
    if (!strcmp(what, "recursive"))
        pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    if (!strcmp(what, "robust"))
        pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &a);
    pthread_mutex_lock(&m);
    if (!strcmp(what, "relock"))
        pthread_mutex_lock(&m);
    if (!strcmp(what, "checked"))
        assert(pthread_mutex_lock(&m) == EDEADLK);
    if (!strcmp(what, "recursive")) {
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
    }
    if (!strcmp(what, "destroy"))
        pthread_mutex_destroy(&m);
    pthread_mutex_unlock(&m);
    if (!strcmp(what, "checked"))
        assert(pthread_mutex_unlock(&m) == EPERM);
    if (!strcmp(what, "unlock"))
        pthread_mutex_unlock(&m);
    if (!strcmp(what, "destroyed")) {
        pthread_mutex_destroy(&m);
        pthread_mutex_lock(&m);
    }
    if (!strcmp(what, "barrier")) {
        pthread_barrier_t b;
        pthread_barrier_init(&b, NULL, 2);
        pthread_barrier_wait(&b);
    }
    if (!strcmp(what, "semaphore")) {
        sem_t s;
        sem_init(&s, 0, 1);
        sem_wait(&s);
        sem_wait(&s);
    }
    if (!strcmp(what, "join") || !strcmp(what, "cancel")) {
        pthread_create(&t, NULL, nothing, NULL);
        if (!strcmp(what, "cancel"))
            pthread_cancel(t);
        pthread_join(t, NULL);
        pthread_join(t, NULL);
    }
    if (!strcmp(what, "detaches-itself")) {
        pthread_create(&t, NULL, detaches_itself, NULL);
        pthread_join(t, NULL);
    }
    if (!strncmp(what, "detach-joined", 8)) {
        pthread_create(&t, NULL, nothing, NULL);
        if (what[6] == '-')
            pthread_join(t, NULL);
        pthread_detach(t);
    }
    if (!strncmp(what, "destroy-", 8)) {
        pthread_create(&t, NULL, locks, NULL);
        if (!strcmp(what, "destroy-static"))
            pthread_mutex_destroy(&of_all);
        pthread_join(t, NULL);
        pthread_mutex_destroy(&of_all);
    }
    if (!strcmp(what, "self"))
        assert(pthread_join(pthread_self(), NULL) == EDEADLK);
    return 0;
}
