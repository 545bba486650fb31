/* mazurka: -- readers recursive => verified
 * mazurka: -- writers recursive => deadlock: wait for each other
 * mazurka: -- readers tries => verified
 * mazurka: -- writers tries => assertion: !tried failed
 * mazurka: -- writers once => verified; 3 outcomes
 *
 * A lock that prefers writers lets no reader in while a writer waits, not even one that reads already. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>
static pthread_rwlock_t lock;
static int tried;
static void *reads(void *how)
{
    pthread_rwlock_rdlock(&lock);
    if (!strcmp(how, "recursive"))
        pthread_rwlock_rdlock(&lock);
    if (!strcmp(how, "tries"))
        tried = pthread_rwlock_tryrdlock(&lock);
    if (strcmp(how, "once") && !tried)
        pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    return NULL;
}
static void *writes(void *unused)
{
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    return unused;
}
int main(int argc, char **argv)
{
    pthread_rwlockattr_t a;
    pthread_t t, u;
    pthread_rwlockattr_init(&a);
    if (!strcmp(argv[1], "writers"))
        pthread_rwlockattr_setkind_np(&a, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    pthread_rwlock_init(&lock, &a);
    pthread_create(&t, NULL, reads, argv[argc - 1]);
    pthread_create(&u, NULL, writes, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(!tried);
    pthread_rwlock_destroy(&lock);
    return 0;
}
