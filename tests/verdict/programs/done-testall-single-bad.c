/* mazurka: -n 3 => assertion */
/* Testall says no if one of two is not complete; the other one may be. */
#include "truth.h"

int main(void)
{
    int word, rank = begin();
    if (rank == 0) {
        MPI_Request request[2];
        int all, one;
        MPI_Irecv(&word, 1, MPI_INT, 1, 0, WORLD, &request[0]);
        MPI_Irecv(&rank, 1, MPI_INT, 2, 0, WORLD, &request[1]);
        MPI_Testall(2, request, &all, ALL);
        MPI_Test(&request[0], &one, IGNORE);
        MPI_Waitall(2, request, ALL);
        assert(all || !one);
    } else {
        tell(0, 0);
    }
    return end();
}
