/* mazurka: -n 2 => local-race */
/* A status is stored in a buffer from which an active operation sends. */
#include "truth.h"

int main(void)
{
    int rank = begin(), x = 0;
    static MPI_Status a;
    MPI_Request q, own;
    if (rank == 0) {
        MPI_Isend(&a, (int)sizeof a, MPI_BYTE, 1, 0, WORLD, &q);
        MPI_Irecv(&x, 1, MPI_INT, 0, 1, WORLD, &own);
        MPI_Send(&x, 0, MPI_INT, 0, 1, WORLD);
        MPI_Wait(&own, &a);
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Recv(&a, (int)sizeof a, MPI_BYTE, 0, 0, WORLD, IGNORE);
    }
    return end();
}
