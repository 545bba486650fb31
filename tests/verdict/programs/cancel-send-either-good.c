/* mazurka: -n 2 => verified|unsupported */
/* Rank 1 is told whether the send was cancelled, and receives the message only if not.
 * MPICH 4.0.2 (ch4:ucx) hangs in MPI_Wait, which the standard forbids: a marked request
 * completes. */
#include "truth.h"

int main(void)
{
    static int a[LEN];
    int flag;
    if (begin() == 0) {
        MPI_Request request;
        MPI_Status status;
        MPI_Isend(a, LEN, MPI_INT, 1, 0, WORLD, &request);
        MPI_Cancel(&request);
        MPI_Wait(&request, &status);
        MPI_Test_cancelled(&status, &flag);
        MPI_Send(&flag, 1, MPI_INT, 1, 1, WORLD);
    } else {
        MPI_Recv(&flag, 1, MPI_INT, 0, 1, WORLD, IGNORE);
        if (!flag)
            MPI_Recv(a, LEN, MPI_INT, 0, 0, WORLD, IGNORE);
    }
    return end();
}
