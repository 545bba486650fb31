/* mazurka: => verified
 * mazurka: -- upgrade => deadlock
 *
 * Readers together, a writer alone; two readers who want to become writers. */
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int value, upgrade;
static void *reader(void *unused)
{
    pthread_rwlock_rdlock(&l);
    int seen = value;
    if (upgrade)
        pthread_rwlock_wrlock(&l);
    assert(seen == value);
    pthread_rwlock_unlock(&l);
    return NULL;
}
static void *writer(void *unused)
{
    pthread_rwlock_wrlock(&l);
    value++;
    pthread_rwlock_unlock(&l);
    return NULL;
}
int main(int argc, char **argv)
{
    pthread_t t[3];
    upgrade = argc > 1;
    pthread_create(&t[0], NULL, reader, NULL);
    pthread_create(&t[1], NULL, reader, NULL);
    pthread_create(&t[2], NULL, writer, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
