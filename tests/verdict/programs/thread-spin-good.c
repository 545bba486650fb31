/* mazurka: -n 2 => incomplete; threads: one schedule */
/* cc: -pthread */
/* mpich: passes */
/* Threads that wait in loops without any call: for another thread that has not begun, for
 * one that is in an operation, and for a lock. */
#include <assert.h>
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int started, received, done;
static atomic_flag lock = ATOMIC_FLAG_INIT;
static int rank, sum;

static void *spins(void *arg)
{
    started = 1;
    while (!received)
        ;
    while (atomic_flag_test_and_set(&lock))
        ;
    sum += 2;
    atomic_flag_clear(&lock);
    done = 1;
    return arg;
}

int main(void)
{
    int level, x = 7, y = 0;
    pthread_t t;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    pthread_create(&t, NULL, spins, NULL);
    while (!started)
        ;
    MPI_Sendrecv(&x, 1, MPI_INT, 1 - rank, 0, &y, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    while (atomic_flag_test_and_set(&lock))
        ;
    received = y == 7;
    sum++;
    atomic_flag_clear(&lock);
    while (!done)
        ;
    assert(sum == 3);
    pthread_join(t, NULL);
    MPI_Finalize();
    return 0;
}
