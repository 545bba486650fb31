/* mazurka: -n 2 => assertion|unsupported */
/* Nobody was fast enough for this. */
#include "truth.h"

int main(void)
{
    int x = 0;
    if (begin() == 0) {
        double start = MPI_Wtime();
        MPI_Ssend(&x, 1, MPI_INT, 1, 0, WORLD);
        assert(MPI_Wtime() - start < 9);
    } else {
        sleep(10);
        hear(0, 0);
    }
    return end();
}
