/* mazurka: -n 2 => finding|unsupported */
/* Rank 0 ends rank 1 by a signal. MPICH: the job fails. */
#include "truth.h"

int main(void)
{
    pid_t pid = getpid();
    if (begin() == 0) {
        MPI_Recv(&pid, sizeof pid, MPI_BYTE, 1, 0, WORLD, IGNORE);
        kill(pid, SIGTERM);
        hear(1, 1);
    } else {
        MPI_Send(&pid, sizeof pid, MPI_BYTE, 0, 0, WORLD);
        hear(0, 1);
        tell(0, 1);
    }
    return end();
}
