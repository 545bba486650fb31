/* mazurka: -n 2 => verified */
/* Only the counter is. */
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
        (*(volatile int *)&s.n)++;
        (*(volatile int *)&s.m)++;
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Recv(s.x, 2, MPI_INT, 0, 0, WORLD, IGNORE);
    }
    return end();
}
