/* mazurka: -n 2 => local-race */
/* MPI_Comm_rank stores the value that is in the buffer already. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    static int a;
    MPI_Request q;
    if (rank == 0) {
        MPI_Isend(&a, 1, MPI_INT, 1, 0, WORLD, &q);
        MPI_Comm_rank(WORLD, &a);
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Recv(&a, 1, MPI_INT, 0, 0, WORLD, IGNORE);
    }
    return end();
}
