/* mazurka: -n 2 => verified */
/* It is changed after. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    int x = 1;
    MPI_Request q;
    if (rank == 0) {
        MPI_Isend(&x, 1, MPI_INT, 1, 0, WORLD, &q);
        MPI_Wait(&q, IGNORE);
        *(volatile int *)&x = 2;
    } else {
        int y;
        MPI_Recv(&y, 1, MPI_INT, 0, 0, WORLD, IGNORE);
    }
    return end();
}
