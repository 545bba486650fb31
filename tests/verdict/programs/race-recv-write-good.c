/* mazurka: -n 2 => verified */
/* It is set before the receive begins. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    int x = 1;
    MPI_Request q;
    if (rank == 0) {
        *(volatile int *)&x = 2;
        MPI_Irecv(&x, 1, MPI_INT, 1, 0, WORLD, &q);
        MPI_Wait(&q, IGNORE);
    } else {
        int y = 5;
        MPI_Send(&y, 1, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
