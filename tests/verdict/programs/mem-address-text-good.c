/* mazurka: -n 3 => verified */
/* The same, but the address goes back to the rank that it is of. */
#include "truth.h"

int main(void)
{
    int rank = begin(), word;
    char text[40] = "";
    int *own = malloc(sizeof *own), *same;
    *own = 77;
    if (rank == 0) {
        MPI_Recv(&word, 1, MPI_INT, ANY, 0, WORLD, IGNORE);
        MPI_Recv(&word, 1, MPI_INT, ANY, 0, WORLD, IGNORE);
        sprintf(text, "%p", (void *)own);
        MPI_Send(text, sizeof text, MPI_CHAR, 1, 1, WORLD);
        MPI_Recv(text, sizeof text, MPI_CHAR, 1, 1, WORLD, IGNORE);
        assert(sscanf(text, "%p", (void **)&same) == 1 && *same == 77);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, WORLD);
    }
    if (rank == 1) {
        MPI_Recv(text, sizeof text, MPI_CHAR, 0, 1, WORLD, IGNORE);
        MPI_Send(text, sizeof text, MPI_CHAR, 0, 1, WORLD);
    }
    return end();
}
