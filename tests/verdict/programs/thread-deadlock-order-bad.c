/* mazurka: -n 3 => deadlock: nobody will wake it; waits #1 of rank 0 */
/* mazurka: -n 3 -a match -j 2 => deadlock: rank 0: its threads wait for each other */
/* cc: -pthread */
/* A thread that nobody wakes is waited for, but only if the second rank was faster. */
#include <mpi.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int first;

static void *waits(void *arg)
{
    pthread_mutex_lock(&lock);
    while (first == 2)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    int rank, level, x;
    pthread_t t;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&first, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        pthread_create(&t, NULL, waits, NULL);
        pthread_join(t, NULL);
        MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
