/* mazurka: -n 2 => verified */
/* It is changed after an answer has come. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    int x = 1;
    MPI_Request q;
    if (rank == 0) {
        MPI_Isend(&x, 1, MPI_INT, 1, 0, WORLD, &q);
        MPI_Request_free(&q);
        hear(1, 0);
        *(volatile int *)&x = 2;
    } else {
        hear(0, 0);
        tell(0, 0);
    }
    return end();
}
