/* mazurka: -n 2 => incomplete; asks again and again; !uncontrolled */
/* The same in a program whose ranks have threads. */
/* cc: -pthread */
#include <mpi.h>
#include <pthread.h>

static void *nothing(void *x)
{
    return x;
}

int main(int argc, char **argv)
{
    int rank, there = 0, x = 0, n = 0;
    MPI_Message message;
    pthread_t thread;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    pthread_create(&thread, 0, nothing, 0);
    if (rank == 0) {
        MPI_Send(&x, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    } else {
        while (!there && ++n)
            MPI_Improbe(0, 1, MPI_COMM_WORLD, &there, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(&x, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    }
    pthread_join(thread, 0);
    return MPI_Finalize();
}
