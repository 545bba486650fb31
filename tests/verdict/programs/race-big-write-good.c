/* mazurka: -n 2 => verified */
/* It is changed after. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    int *a = calloc(1000000, sizeof *a);
    MPI_Request q;
    if (rank == 0) {
        MPI_Isend(a, 1000000, MPI_INT, 1, 0, WORLD, &q);
        MPI_Wait(&q, IGNORE);
        a[999999] = 1;
    } else {
        MPI_Recv(a, 1000000, MPI_INT, 0, 0, WORLD, IGNORE);
    }
    return end();
}
