/* player.c - plays a program of threads that is given in words, for random.mjs.
 *
 * Each argument is a thread: operations of a letter and a digit, the object. L, U lock and unlock a mutex; T tries to, and skips the next
 * operation if it fails; P, V wait for and post a semaphore; R, W read and write a variable; B reaches the barrier of two; A adds 1 to an atomic variable, by acquire and
 * release; X the same, relaxed; S waits for condition 0 with mutex 0, G signals it, H wakes all; K, M lock a rwlock for reading and for writing, N
 * unlocks it; Q tries to lock a mutex until it does, D locks a mutex and tries the other one, until it has both. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static pthread_mutex_t mutex[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_rwlock_t rwlock[2] = {PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER};
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static sem_t semaphore[2];
static atomic_int cell[2];
static int variable[2];
static __thread volatile int sink;

static void *thread(void *words)
{
    for (const char *w = words; *w; w += 2) {
        int k = w[1] - '0';
        switch (w[0]) {
        case 'L': pthread_mutex_lock(&mutex[k]); break;
        case 'U': pthread_mutex_unlock(&mutex[k]); break;
        case 'T': w += pthread_mutex_trylock(&mutex[k]) ? 2 : 0; break;
        case 'Q': while (pthread_mutex_trylock(&mutex[k])); break;
        case 'D':
            while (pthread_mutex_lock(&mutex[k]), pthread_mutex_trylock(&mutex[1 - k]))
                pthread_mutex_unlock(&mutex[k]);
            break;
        case 'P': sem_wait(&semaphore[k]); break;
        case 'V': sem_post(&semaphore[k]); break;
        case 'R': sink = variable[k]; break;
        case 'W': variable[k] = 1; break;
        case 'B': pthread_barrier_wait(&barrier); break;
        case 'A': atomic_fetch_add_explicit(&cell[k], 1, memory_order_acq_rel); break;
        case 'X': atomic_fetch_add_explicit(&cell[k], 1, memory_order_relaxed); break;
        case 'S': pthread_cond_wait(&condition, &mutex[0]); break;
        case 'G': pthread_cond_signal(&condition); break;
        case 'H': pthread_cond_broadcast(&condition); break;
        case 'K': pthread_rwlock_rdlock(&rwlock[k]); break;
        case 'M': pthread_rwlock_wrlock(&rwlock[k]); break;
        case 'N': pthread_rwlock_unlock(&rwlock[k]); break;
        }
    }
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t t[4];
    pthread_barrier_init(&barrier, NULL, 2);
    sem_init(&semaphore[0], 0, 0);
    sem_init(&semaphore[1], 0, 1);
    for (int i = 1; i < argc; i++)
        pthread_create(&t[i - 1], NULL, thread, argv[i]);
    for (int i = 1; i < argc; i++)
        pthread_join(t[i - 1], NULL);
    return 0;
}
