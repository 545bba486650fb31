/* mazurka: -n 2 => verified */
/* No round does. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    double a[8] = {0};
    MPI_Request q;
    if (rank == 0) {
        for (int i = 0; i < 3; i++) {
            MPI_Irecv(a + i, 2, MPI_DOUBLE, 1, 0, WORLD, &q);
            sink = (long)a[i == 2 ? 4 : 7];
            MPI_Wait(&q, IGNORE);
        }
    } else {
        for (int i = 0; i < 3; i++)
            MPI_Send(a, 2, MPI_DOUBLE, 0, 0, WORLD);
    }
    return end();
}
