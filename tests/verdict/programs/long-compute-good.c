/* mazurka: -n 2 => verified|incomplete */
/* A computation of about a second is no endless loop. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    volatile double x = 0;
    if (rank == 0)
        for (long i = 0; i < 150000000; i++)
            x = x * 0.5 + 1;
    MPI_Barrier(WORLD);
    return end();
}
