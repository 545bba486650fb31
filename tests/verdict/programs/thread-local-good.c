/* mazurka: -n 2 => verified; threads: every schedule */
/* A receive into a variable of main is pending while another thread calls MPI. */
#include <assert.h>
#include <mpi.h>
#include <pthread.h>

static void *other(void *unused)
{
    int z = 3;
    (void)unused;
    MPI_Send(&z, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    return NULL;
}

int main(int argc, char **argv)
{
    int provided, rank, y = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Request request;
        pthread_t thread;
        MPI_Irecv(&y, 1, MPI_INT, 1, 8, MPI_COMM_WORLD, &request);
        pthread_create(&thread, NULL, other, NULL);
        pthread_join(thread, NULL);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        assert(y == 3);
    } else {
        MPI_Recv(&y, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&y, 1, MPI_INT, 0, 8, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
