/* mazurka: -n 2 => verified */
/* An array of counts is freed after the collective is complete. */
#include "truth.h"

int main(void)
{
    int rank = begin(), a, *counts = malloc(2 * sizeof *counts);
    int b[2] = {rank, rank};
    MPI_Request q;
    counts[0] = counts[1] = 1;
    MPI_Ireduce_scatter(b, &a, counts, MPI_INT, MPI_SUM, WORLD, &q);
    MPI_Wait(&q, IGNORE);
    free(counts);
    return end();
}
