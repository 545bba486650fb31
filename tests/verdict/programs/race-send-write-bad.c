/* mazurka: -n 2 => local-race: writes to the buffer of MPI_Isend */
/* A variable is changed before its send is complete. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    int x = 1;
    MPI_Request q;
    if (rank == 0) {
        MPI_Isend(&x, 1, MPI_INT, 1, 0, WORLD, &q);
        *(volatile int *)&x = 2;
        MPI_Wait(&q, IGNORE);
    } else {
        int y;
        MPI_Recv(&y, 1, MPI_INT, 0, 0, WORLD, IGNORE);
    }
    return end();
}
