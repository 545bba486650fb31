/* mazurka: -n 2 => verified */
/* holds for: ^((?!packed).)*$ */
/* mpich: passes */
/* Packed data that nobody unpacks leave nothing open. */
#include "truth.h"

int main(void)
{
    int rank = begin(), position = 0, one = 1;
    char packed[16] = {0};
    if (rank == 0) {
        MPI_Pack(&one, 1, MPI_INT, packed, 16, &position, WORLD);
        MPI_Send(packed, position, MPI_PACKED, 1, 0, WORLD);
    } else {
        MPI_Recv(packed, 16, MPI_PACKED, 0, 0, WORLD, IGNORE);
    }
    return end();
}
