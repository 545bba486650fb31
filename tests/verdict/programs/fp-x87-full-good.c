/* mazurka: -n 3 => verified */
/* The x87 registers are the rank's own, too, and MPI can be called while they are full: it
 * has no use for them. Rank 1 finds the eight values that it left there; rank 2 has one. */
#include "truth.h"

int main(void)
{
    int rank = begin(), from;
    double popped[8] = {0};
    if (rank == 1)
        __asm__ volatile("fldpi\n fld1\n fldz\n fldz\n fldz\n fldz\n fld1\n fldpi");
    else if (rank == 2)
        __asm__ volatile("fldpi");
    MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % 3, 0, &from, 1, MPI_INT, ANY, 0, WORLD,
                 IGNORE);
    MPI_Barrier(WORLD);
    for (int i = 0; i < (rank == 1 ? 8 : rank == 2 ? 1 : 0); i++)
        __asm__ volatile("fstpl %0" : "=m"(popped[i]));
    if (rank == 1)
        assert(popped[0] == M_PI && popped[1] == 1 && popped[2] == 0 && popped[7] == M_PI);
    if (rank == 2)
        assert(popped[0] == M_PI);
    volatile long double one = 1;
    assert(one / 4 == 0.25L); /* there is room again */
    return end();
}
