/* mazurka: -n 2 => verified|assertion|unsupported */
/* holds for: loops of polls taking one round of time */
/* How long the loop takes nobody knows: the verdict says what it was taken to be. */
#include "truth.h"

int main(void)
{
    int there = 0;
    if (begin() == 0) {
        double start = MPI_Wtime();
        while (!there) {
            usleep(100000);
            MPI_Iprobe(1, 1, WORLD, &there, IGNORE);
        }
        assert(MPI_Wtime() - start < 1.0);
        hear(1, 1);
    } else {
        tell(0, 1);
    }
    return end();
}
