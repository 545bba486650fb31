/* mazurka: -n 2 => verified */
/* It is changed after the wait. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    int x = rank, sum = 0;
    MPI_Request q;
    (void)rank;
    MPI_Iallreduce(&x, &sum, 1, MPI_INT, MPI_SUM, WORLD, &q);
    MPI_Wait(&q, IGNORE);
    *(volatile int *)&x = 3;
    return end();
}
