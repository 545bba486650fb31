/* mazurka: -n 3 => verified */
/* Waitsome returns one or both, and what it returns is complete. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    if (rank == 0) {
        MPI_Request request[2];
        int done, index[2], word[2] = {0}, left = 2;
        MPI_Irecv(&word[0], 1, MPI_INT, 1, 0, WORLD, &request[0]);
        MPI_Irecv(&word[1], 1, MPI_INT, 2, 0, WORLD, &request[1]);
        while (left > 0) {
            MPI_Waitsome(2, request, &done, index, ALL);
            assert(done >= 1 && done <= left);
            for (int i = 0; i < done; i++)
                assert(word[index[i]] == index[i] + 1);
            left -= done;
        }
        MPI_Waitsome(2, request, &done, index, ALL);
        assert(done == MPI_UNDEFINED);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
