/* mazurka: -n 2 --executions 100 => incomplete */
/* mazurka: -n 2 --once => verified */
/* mazurka: -n 2 -a match -j 2 => incomplete; threads: one schedule */
/* cc: -pthread */
/* mpich: passes */
/* Mutexes, conditions, barriers, once, rwlocks, semaphores, keys and detached threads do
 * what POSIX says, in the schedule that is explored. */
#include <assert.h>
#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdint.h>

enum { N = 4 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t both = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_barrier_t barrier;
static pthread_key_t key;
static sem_t sem;
static int turn, onces, serial, destroyed, reads, detached;
static _Thread_local int mine = 7;

static void first(void)
{
    onces++;
}

static void destroy(void *at)
{
    assert(at == &mine);
    destroyed++;
}

static void *work(void *arg)
{
    intptr_t me = (intptr_t)arg;
    mine += (int)me;
    pthread_once(&once, first);
    pthread_setspecific(key, &mine);
    pthread_mutex_lock(&lock);
    while (turn != N - 1 - me)
        pthread_cond_wait(&changed, &lock);
    turn++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    pthread_rwlock_rdlock(&both);
    sched_yield();
    reads++;
    pthread_rwlock_unlock(&both);
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
        serial++;
    pthread_rwlock_wrlock(&both);
    assert(reads == N);
    pthread_rwlock_unlock(&both);
    sem_post(&sem);
    assert(mine == 7 + me);
    return (void *)(me * me);
}

static void *alone(void *arg)
{
    pthread_mutex_lock(&lock);
    detached = *(int *)arg;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    int level, x = 3;
    pthread_t t[N], d;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level);
    pthread_barrier_init(&barrier, NULL, N);
    pthread_key_create(&key, destroy);
    sem_init(&sem, 0, 0);
    for (intptr_t i = 0; i < N; i++)
        assert(!pthread_create(&t[i], NULL, work, (void *)i));
    for (int i = 0; i < N; i++)
        sem_wait(&sem);
    for (intptr_t i = 0; i < N; i++) {
        void *got;
        pthread_join(t[i], &got);
        assert(got == (void *)(i * i));
    }
    assert(turn == N && onces == 1 && serial == 1 && destroyed == N && mine == 7);
    pthread_create(&d, NULL, alone, &x);
    pthread_detach(d);
    pthread_mutex_lock(&lock);
    while (!detached)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    assert(detached == 3);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
