/* mazurka: -n 2 => deadlock */
/* cc: -pthread */
/* The other rank asks twice, and the thread that answers has ended after the first time. */
#include <mpi.h>
#include <pthread.h>

static int rank;

static void *serves(void *arg)
{
    int x;
    MPI_Recv(&x, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&x, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
    return arg;
}

int main(void)
{
    int level, x = 0;
    pthread_t t;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank) {
        for (int i = 0; i < 2; i++) {
            MPI_Send(&x, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
            MPI_Recv(&x, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    } else {
        pthread_create(&t, NULL, serves, NULL);
        pthread_join(t, NULL);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
