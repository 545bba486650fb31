/* mazurka: -n 2 => verified */
/* The flags of the processor, put on a page of the stack on which a buffer is, are those
 * of the program. */
#include "truth.h"

int main(void)
{
    int rank = begin(), x[4] = {0};
    MPI_Request q;
    if (rank == 0) {
        unsigned long flags;
        MPI_Irecv(x, 4, MPI_INT, 1, 0, WORLD, &q);
        __asm__ volatile(
            "leaq -128(%%rsp), %%rsp; pushfq; popq %0; leaq 128(%%rsp), %%rsp"
            : "=r"(flags)
            :
            : "memory");
        assert(!(flags & 0x100));
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Send(x, 4, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
