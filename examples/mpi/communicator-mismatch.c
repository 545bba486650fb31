/* mazurka: -n 3 --keep-going => communicator-mismatch
 *
 * The ranks do not agree on who is to be in the new communicator. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, low[2] = {0, 1}, all[3] = {0, 1, 2};
    MPI_Group world, some;
    MPI_Comm comm;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, rank ? 3 : 2, rank ? all : low, &some);
    MPI_Comm_create(MPI_COMM_WORLD, some, &comm);
    MPI_Group_free(&some);
    MPI_Group_free(&world);
    if (comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
