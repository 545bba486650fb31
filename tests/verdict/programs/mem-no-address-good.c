/* mazurka: -n 2 => verified */
/* holds for: ^((?!addresses).)*$ */
/* Numbers of all sizes are sent, and none is an address. */
#include "truth.h"

int main(void)
{
    long numbers[64];
    int rank = begin();
    for (int i = 0; i < 64; i++)
        numbers[i] = (1L << i) + i;
    MPI_Bcast(numbers, 64, MPI_LONG, 0, WORLD);
    if (!rank)
        MPI_Send(numbers, 64, MPI_LONG, 1, 0, WORLD);
    else
        MPI_Recv(numbers, 64, MPI_LONG, 0, 0, WORLD, IGNORE);
    return end();
}
