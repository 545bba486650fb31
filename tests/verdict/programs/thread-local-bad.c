/* mazurka: -n 2 => local-race: has returned, and the operation is active */
/* A thread returns from the function into whose variable it receives, and goes on. */
#include <mpi.h>
#include <pthread.h>

static MPI_Request request;

static __attribute__((noinline)) void begin(void)
{
    int y = 0;
    MPI_Irecv(&y, 1, MPI_INT, 1, 8, MPI_COMM_WORLD, &request);
}

static void *other(void *unused)
{
    (void)unused;
    begin();
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return NULL;
}

int main(int argc, char **argv)
{
    int provided, rank, y = 3;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        pthread_t thread;
        pthread_create(&thread, NULL, other, NULL);
        pthread_join(thread, NULL);
    } else {
        MPI_Send(&y, 1, MPI_INT, 0, 8, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
