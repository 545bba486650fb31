/* mazurka: -n 4 => verified+resource-leak; !uncontrolled */
/* Persistent collectives on communicators of two colours: which of them is made first is another matter in each process
 * that repeats the execution, as that of the leak is. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, all[4];
    MPI_Comm half;
    MPI_Request request;
    MPI_Info info;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Info_create(&info);
    for (int i = 0; i < 5; i++) {
        MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
        MPI_Gather_init(&rank, 1, MPI_INT, all, 1, MPI_INT, 0, half, info, &request);
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
        MPI_Comm_free(&half);
    }
    return MPI_Finalize();
}
