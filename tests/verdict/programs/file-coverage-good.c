/* mazurka: -n 3 => verified */
/* holds for: no coverage data */
/* cc: --coverage */
/* The program counts how often its lines are executed: all ranks add that up in one file,
 * under a lock, at the end. */
#include "truth.h"

int main(void)
{
    int rank = begin(), sum = 0;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, WORLD);
    assert(sum == 3);
    return end();
}
