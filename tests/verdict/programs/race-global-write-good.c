/* mazurka: -n 2 => verified */
/* The element behind it is changed. */
#include "truth.h"

static volatile int a_[100];
#define a ((int *)a_)

int main(void)
{
    int rank = begin();
    MPI_Request q;
    if (rank == 0) {
        MPI_Isend(a, 50, MPI_INT, 1, 0, WORLD, &q);
        a[50] = 1;
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Recv(a, 50, MPI_INT, 0, 0, WORLD, IGNORE);
    }
    return end();
}
