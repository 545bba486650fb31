/* mazurka: -n 3 => verified|unsupported */
/* A scan orders rank 2 behind ranks 0 and 1. */
#include "truth.h"

int main(void)
{
    int rank = begin(), sum;
    if (rank == 0)
        close(open("data.txt", O_CREAT | O_WRONLY, 0600));
    MPI_Scan(&rank, &sum, 1, MPI_INT, MPI_SUM, WORLD);
    if (rank == 2)
        assert(access("data.txt", F_OK) == 0);
    return end();
}
