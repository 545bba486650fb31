/* mazurka: -n 2 => local-race: writes */
/* What is contributed to MPI_Iallreduce is changed too early. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    int x = rank, sum = 0;
    MPI_Request q;
    (void)rank;
    MPI_Iallreduce(&x, &sum, 1, MPI_INT, MPI_SUM, WORLD, &q);
    *(volatile int *)&x = 3;
    MPI_Wait(&q, IGNORE);
    return end();
}
