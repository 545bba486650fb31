/* mazurka: -n 2 => verified */
/* Rank 1 sends the address back; rank 0 may use it. */
#include "truth.h"

int main(void)
{
    int *block;
    if (begin() == 0) {
        int *mine = malloc(4 << 20);
        mine[9] = 77;
        MPI_Send(&mine, sizeof mine, MPI_BYTE, 1, 0, WORLD);
        MPI_Recv(&block, sizeof block, MPI_BYTE, 1, 0, WORLD, IGNORE);
        assert(block[9] == 77);
        free(mine);
    } else {
        MPI_Recv(&block, sizeof block, MPI_BYTE, 0, 0, WORLD, IGNORE);
        MPI_Send(&block, sizeof block, MPI_BYTE, 0, 0, WORLD);
    }
    return end();
}
