/* mazurka: -n 3 --keep-going => verified; note[reduction-order]; holds for:; reductions in rank order
 *
 * (0.1 + 0.2) + 0.3 is not 0.1 + (0.2 + 0.3), and an MPI library may compute either. So
 * whether this program prints anything depends on the library. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    double mine, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    mine = 0.1 * (rank + 1);
    MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (sum > 0.6)
        printf("more than 0.6\n");
    MPI_Finalize();
    return 0;
}
