/* mazurka: -n 2 --depth 1000 => finding|incomplete */
/* Two ranks send a growing number to and fro for ever. */
#include "truth.h"

int main(void)
{
    int rank = begin(), x = 0;
    for (;;) {
        if (rank == 0) {
            MPI_Send(&x, 1, MPI_INT, 1, 0, WORLD);
            MPI_Recv(&x, 1, MPI_INT, 1, 0, WORLD, IGNORE);
            x++;
        } else {
            MPI_Recv(&x, 1, MPI_INT, 0, 0, WORLD, IGNORE);
            MPI_Send(&x, 1, MPI_INT, 0, 0, WORLD);
        }
    }
}
