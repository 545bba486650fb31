/* mazurka: -n 2 => local-race: MPI_Recv writes to the buffer of MPI_Isend */
/* A blocking receive into a buffer that is being sent. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    int x[2] = {0};
    MPI_Request q;
    if (rank == 0) {
        MPI_Isend(x, 1, MPI_INT, 1, 0, WORLD, &q);
        MPI_Recv(x, 1, MPI_INT, 1, 0, WORLD, IGNORE);
        MPI_Wait(&q, IGNORE);
    } else {
        hear(0, 0);
        tell(0, 0);
    }
    return end();
}
