/* mazurka: -n 3 => verified */
/* cc: -mfsgsbase */
/* Where %gs leads belongs to the rank. */
#include "truth.h"
#include <asm/hwcap2.h>
#include <sys/auxv.h>

static unsigned long gs(void)
{
    unsigned long at;
    __asm__ volatile("rdgsbase %0" : "=r"(at));
    return at;
}

int main(void)
{
    if (!(getauxval(AT_HWCAP2) & HWCAP2_FSGSBASE))
        return begin(), end(); /* the processor does not let programs do this */
    unsigned long before = gs();
    int rank = begin(), first, second;
    assert(gs() == before);
    if (rank)
        __asm__ volatile("wrgsbase %0" : : "r"(0x12340000ul + (unsigned long)rank));
    if (rank) {
        tell(0, rank);
    } else {
        MPI_Status s;
        MPI_Recv(&first, 1, MPI_INT, ANY, MPI_ANY_TAG, WORLD, &s);
        MPI_Recv(&second, 1, MPI_INT, 3 - s.MPI_SOURCE, MPI_ANY_TAG, WORLD, &s);
    }
    assert(gs() == (rank ? 0x12340000ul + (unsigned long)rank : before));
    MPI_Barrier(WORLD);
    assert(gs() == (rank ? 0x12340000ul + (unsigned long)rank : before));
    return end();
}
