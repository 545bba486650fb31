/* mazurka: -n 3 => deadlock|non-termination */
/* The server stops after one; the other waits for ever. */
#include "truth.h"

int main(void)
{
    if (begin() == 0) {
        MPI_Status status;
        int flag = 0;
        while (!flag)
            MPI_Iprobe(ANY, 0, WORLD, &flag, &status);
        hear(status.MPI_SOURCE, 0);
        tell(status.MPI_SOURCE, 1);
        hear(3 - status.MPI_SOURCE, 0);
    } else {
        tell(0, 0);
        hear(0, 1);
    }
    return end();
}
