/* mazurka: -n 2 => verified */
/* It is made larger after. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    int *a = calloc(10, sizeof *a);
    MPI_Request q;
    if (rank == 0) {
        MPI_Irecv(a, 10, MPI_INT, 1, 0, WORLD, &q);
        MPI_Wait(&q, IGNORE);
        a = realloc(a, 4000);
    } else {
        MPI_Send(a, 10, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
