/* mazurka: -np 64 => verified */
/* 64 ranks in a ring; -np is what mpirun calls -n. */
#include "truth.h"

int main(void)
{
    int rank = begin(), size, from;
    MPI_Comm_size(WORLD, &size);
    assert(size == 64);
    MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &from, 1, MPI_INT,
                 (rank + size - 1) % size, 0, WORLD, IGNORE);
    assert(from == (rank + size - 1) % size);
    return end();
}
