/* mazurka: -n 2 => verified|unsupported */
/* The message has been received when the answer comes: cancelling its send must fail. */
#include "truth.h"

int main(void)
{
    int a = 0;
    if (begin() == 0) {
        MPI_Request request;
        MPI_Status status;
        int flag;
        MPI_Isend(&a, 1, MPI_INT, 1, 0, WORLD, &request);
        hear(1, 1);
        MPI_Cancel(&request);
        MPI_Wait(&request, &status);
        MPI_Test_cancelled(&status, &flag);
        assert(!flag);
    } else {
        hear(0, 0);
        tell(0, 1);
    }
    return end();
}
