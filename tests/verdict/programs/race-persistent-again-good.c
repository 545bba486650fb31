/* mazurka: -n 2 => verified */
/* It is changed between the two. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    int x = 1;
    MPI_Request q;
    if (rank == 0) {
        MPI_Send_init(&x, 1, MPI_INT, 1, 0, WORLD, &q);
        for (int i = 0; i < 2; i++) {
            *(volatile int *)&x = 3;
            MPI_Start(&q);
            MPI_Wait(&q, IGNORE);
        }
        MPI_Request_free(&q);
    } else {
        hear(0, 0);
        hear(0, 0);
    }
    return end();
}
