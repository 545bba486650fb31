/* mazurka: -n 2 => verified */
/* Two ranks send a number to and fro three hundred times. */
#include "truth.h"

int main(void)
{
    int rank = begin(), x = 0;
    for (int i = 0; i < 300; i++) {
        if (rank == 0) {
            MPI_Send(&x, 1, MPI_INT, 1, 0, WORLD);
            MPI_Recv(&x, 1, MPI_INT, 1, 0, WORLD, IGNORE);
            assert(x == i + 1);
        } else {
            MPI_Recv(&x, 1, MPI_INT, 0, 0, WORLD, IGNORE);
            x++;
            MPI_Send(&x, 1, MPI_INT, 0, 0, WORLD);
        }
    }
    return end();
}
