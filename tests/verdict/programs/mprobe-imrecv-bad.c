/* mazurka: -n 2 => assertion */
/* The message has been matched, but receiving it takes time: the test may say no. MPICH:
 * fails if long. */
#include "truth.h"

int main(void)
{
    static int a[LEN];
    if (begin() == 0) {
        MPI_Message message;
        MPI_Request request;
        int flag;
        MPI_Mprobe(1, 0, WORLD, &message, IGNORE);
        MPI_Imrecv(a, LEN, MPI_INT, &message, &request);
        MPI_Test(&request, &flag, IGNORE);
        MPI_Wait(&request, IGNORE);
        assert(flag);
    } else {
        MPI_Send(a, LEN, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
