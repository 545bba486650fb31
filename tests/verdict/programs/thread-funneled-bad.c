/* mazurka: -n 2 => invalid-argument: MPI_Send is called by another thread than that which initialized MPI; MPI_THREAD_FUNNELED */
/* cc: -pthread */
/* A thread other than that which initialized MPI sends. */
#include <mpi.h>
#include <pthread.h>

static int rank;

static void *sends(void *arg)
{
    MPI_Send(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    return arg;
}

int main(void)
{
    int level, x;
    pthread_t t;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (!rank) {
        pthread_create(&t, NULL, sends, NULL);
        pthread_join(t, NULL);
    } else {
        MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
