/* mazurka: -n 4 --strict --keep-going => resource-leak */
/* All ranks leave the same thing behind, at the same line: that is one finding. */
#include <mpi.h>
int main(int argc, char **argv)
{
    MPI_Comm mine;
    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &mine);
    MPI_Barrier(mine);
    MPI_Finalize();
    return 0;
}
