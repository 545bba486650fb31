/* mazurka: -n 3 => file-race|assertion|unsupported */
/* A scan does not order rank 0 behind rank 2. */
#include "truth.h"

int main(void)
{
    int rank = begin(), sum;
    if (rank == 2)
        close(open("data.txt", O_CREAT | O_WRONLY, 0600));
    MPI_Scan(&rank, &sum, 1, MPI_INT, MPI_SUM, WORLD);
    if (rank == 0)
        assert(access("data.txt", F_OK) == 0);
    return end();
}
