/* mazurka: -n 2 --uninitialised => verified+uninitialised */
/* mazurka: -n 2 => verified!any */
/* Half of a block from malloc is set, and all of it is sent. */
#include "truth.h"

int main(void)
{
    int rank = begin(), *word = malloc(2 * sizeof *word);
    word[0] = rank;
    if (rank == 0)
        MPI_Send(word, 2, MPI_INT, 1, 0, WORLD);
    else
        MPI_Recv(word, 2, MPI_INT, 0, 0, WORLD, IGNORE);
    free(word);
    return end();
}
