/* mazurka: -n 2 => verified */
/* The receive gets the message or is cancelled, never both: if it was cancelled, another
 * receive gets it. */
#include "truth.h"

int main(void)
{
    int a = 4;
    if (begin() == 0) {
        MPI_Request request;
        MPI_Status status;
        int flag;
        a = 0;
        MPI_Irecv(&a, 1, MPI_INT, 1, 0, WORLD, &request);
        MPI_Cancel(&request);
        MPI_Wait(&request, &status);
        MPI_Test_cancelled(&status, &flag);
        if (flag)
            MPI_Recv(&a, 1, MPI_INT, 1, 0, WORLD, IGNORE);
        assert(a == 4);
    } else {
        MPI_Send(&a, 1, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
