/* mazurka: -n 3 -a states => assertion: first == 1 */
/* mazurka: -n 3 => assertion: first == 1 */
/* The thread is created after a choice, so states are compared first and then are not. */
#include <assert.h>
#include <mpi.h>
#include <pthread.h>

static int first;

static void *check(void *unused)
{
    (void)unused;
    assert(first == 1);
    return NULL;
}

int main(int argc, char **argv)
{
    int provided, rank, second;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        pthread_t thread;
        MPI_Recv(&first, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        pthread_create(&thread, NULL, check, NULL);
        pthread_join(thread, NULL);
        MPI_Recv(&second, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
