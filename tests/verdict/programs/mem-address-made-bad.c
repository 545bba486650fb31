/* mazurka: -n 4 => crash|unsupported */
/* In one order of messages, a reduction makes an address of rank 0 out of numbers that are none. MPICH: crashes. */
#include "truth.h"
#include <stdint.h>

int main(void)
{
    int rank = begin(), order[3];
    uint64_t key = 0x5a5a5a5a5a5a5a5a, mine = rank == 1 ? key : 0, made;
    int *own = malloc(sizeof *own);
    *own = 77;
    if (rank == 0) {
        for (int i = 0; i < 3; i++)
            MPI_Recv(&order[i], 1, MPI_INT, ANY, 0, WORLD, IGNORE);
        mine = order[0] == 2 && order[1] == 1 ? (uintptr_t)own ^ key : key;
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, WORLD);
    }
    MPI_Allreduce(&mine, &made, 1, MPI_UINT64_T, MPI_BXOR, WORLD);
    if (made)
        assert(*(int *)(uintptr_t)made == 77);
    return end();
}
