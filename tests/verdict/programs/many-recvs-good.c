/* mazurka: -n 2 => verified|incomplete */
/* 8,000 receives that are all matched, in order. */
#include "truth.h"

enum { MANY = 8000 };
static int word[MANY];
static MPI_Request request[MANY];

int main(void)
{
    int rank = begin();
    for (int i = 0; i < MANY; i++) {
        word[i] = rank * i;
        if (rank == 0)
            MPI_Irecv(&word[i], 1, MPI_INT, 1, 0, WORLD, &request[i]);
        else
            MPI_Isend(&word[i], 1, MPI_INT, 0, 0, WORLD, &request[i]);
    }
    MPI_Waitall(MANY, request, ALL);
    for (int i = 0; i < MANY; i++)
        assert(word[i] == i);
    return end();
}
