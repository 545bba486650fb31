/* mazurka: -n 2 => deadlock: wait for each other; other #1 of rank 1 */
/* cc: -pthread */
/* Two threads take two locks in different orders. */
#include <mpi.h>
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *arg)
{
    pthread_mutex_lock(&b);
    sched_yield();
    pthread_mutex_lock(&a);
    return arg;
}

int main(void)
{
    int rank, level;
    pthread_t t;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank) {
        pthread_create(&t, NULL, other, NULL);
        pthread_mutex_lock(&a);
        sched_yield();
        pthread_mutex_lock(&b);
    }
    MPI_Finalize();
    return 0;
}
