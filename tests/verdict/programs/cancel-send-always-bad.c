/* mazurka: -n 2 => assertion|unsupported */
/* Cancelling a send may fail: rank 1 may have received the message. */
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
        assert(flag);
        MPI_Send(&flag, 1, MPI_INT, 1, 1, WORLD);
    } else {
        MPI_Recv(&flag, 1, MPI_INT, 0, 1, WORLD, IGNORE);
        if (!flag)
            MPI_Recv(a, LEN, MPI_INT, 0, 0, WORLD, IGNORE);
    }
    return end();
}
