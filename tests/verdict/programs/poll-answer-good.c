/* mazurka: -n 3 => verified */
/* A server that answers whom it sees, until both have been served. */
#include "truth.h"

int main(void)
{
    if (begin() == 0) {
        for (int served = 0; served < 2;) {
            MPI_Status status;
            int flag;
            MPI_Iprobe(ANY, 0, WORLD, &flag, &status);
            if (!flag)
                continue;
            hear(status.MPI_SOURCE, 0);
            tell(status.MPI_SOURCE, 1);
            served++;
        }
    } else {
        tell(0, 0);
        hear(0, 1);
    }
    return end();
}
