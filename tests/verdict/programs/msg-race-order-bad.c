/* mazurka: -n 4 => assertion */
/* The last of three messages may come from any rank. */
#include "truth.h"

int main(void)
{
    int rank = begin(), x;
    if (rank == 0) {
        for (int i = 0; i < 3; i++)
            MPI_Recv(&x, 1, MPI_INT, ANY, 0, WORLD, IGNORE);
        assert(x != 2);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
