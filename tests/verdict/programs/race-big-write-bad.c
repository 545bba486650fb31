/* mazurka: -n 2 => local-race */
/* The last of a million numbers is changed while they are sent. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    int *a = calloc(1000000, sizeof *a);
    MPI_Request q;
    if (rank == 0) {
        MPI_Isend(a, 1000000, MPI_INT, 1, 0, WORLD, &q);
        a[999999] = 1;
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Recv(a, 1000000, MPI_INT, 0, 0, WORLD, IGNORE);
    }
    return end();
}
