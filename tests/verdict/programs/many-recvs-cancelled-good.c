/* mazurka: -n 1 => verified|incomplete */
/* 8,000 receives that nothing matches are pending at once, and then cancelled. */
#include "truth.h"

enum { MANY = 8000 };
static int word[MANY];
static MPI_Request request[MANY];

int main(void)
{
    begin();
    for (int i = 0; i < MANY; i++)
        MPI_Irecv(&word[i], 1, MPI_INT, 0, i, WORLD, &request[i]);
    for (int i = 0; i < MANY; i++)
        MPI_Cancel(&request[i]);
    MPI_Waitall(MANY, request, ALL);
    return end();
}
