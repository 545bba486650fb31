/* mazurka: -n 2 => local-race: MPI_Send reads the buffer of MPI_Irecv */
/* A blocking send from a buffer that is being received. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    int x[2] = {0};
    MPI_Request q;
    if (rank == 0) {
        MPI_Irecv(x, 1, MPI_INT, 1, 0, WORLD, &q);
        MPI_Send(x, 1, MPI_INT, 1, 0, WORLD);
        MPI_Wait(&q, IGNORE);
    } else {
        hear(0, 0);
        tell(0, 0);
    }
    return end();
}
