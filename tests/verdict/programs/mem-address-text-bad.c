/* mazurka: -n 3 => crash|unsupported */
/* Rank 1 gets an address of rank 0 as text, in the last order of messages. MPICH: crashes. */
#include "truth.h"

int main(void)
{
    int rank = begin(), first, second;
    char text[40] = "";
    int *own = malloc(sizeof *own), *other;
    *own = 77;
    if (rank == 0) {
        MPI_Recv(&first, 1, MPI_INT, ANY, 0, WORLD, IGNORE);
        MPI_Recv(&second, 1, MPI_INT, ANY, 0, WORLD, IGNORE);
        if (first == 2)
            sprintf(text, "%p", (void *)own);
        MPI_Send(text, sizeof text, MPI_CHAR, 1, 1, WORLD);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, WORLD);
    }
    if (rank == 1) {
        MPI_Recv(text, sizeof text, MPI_CHAR, 0, 1, WORLD, IGNORE);
        if (sscanf(text, "%p", (void **)&other) == 1)
            assert(*other == 77);
    }
    MPI_Barrier(WORLD);
    return end();
}
