/* mazurka: -n 2 => invalid-argument; another thread is in MPI_Wait for the same request; all explored */
/* cc: -pthread */
/* Two threads complete one request. What leads to that is told, so that it can be repeated. */
#include <mpi.h>
#include <pthread.h>

static MPI_Request request;

static void *complete(void *unused)
{
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return unused;
}

int main(int argc, char **argv)
{
    int level, rank, x;
    pthread_t t[2];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else {
        MPI_Irecv(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        for (int i = 0; i < 2; i++)
            pthread_create(&t[i], NULL, complete, NULL);
        for (int i = 0; i < 2; i++)
            pthread_join(t[i], NULL);
    }
    MPI_Finalize();
    return 0;
}
