/* mazurka: -n 2 => local-race */
/* A counter next to the buffer, and the buffer itself, are incremented. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    struct {
        int n, x[2], m;
    } s = {0};
    MPI_Request q;
    if (rank == 0) {
        MPI_Isend(s.x, 2, MPI_INT, 1, 0, WORLD, &q);
        ((volatile int *)s.x)[1]++;
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Recv(s.x, 2, MPI_INT, 0, 0, WORLD, IGNORE);
    }
    return end();
}
