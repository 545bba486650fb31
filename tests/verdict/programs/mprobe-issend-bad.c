/* mazurka: -n 2 => assertion */
/* Rank 1 receives after its word, and does not wait for rank 0: the test may say yes. */
#include "truth.h"

int main(void)
{
    int a = 0;
    if (begin() == 0) {
        MPI_Request request;
        int flag;
        MPI_Issend(&a, 1, MPI_INT, 1, 0, WORLD, &request);
        hear(1, 1);
        MPI_Test(&request, &flag, IGNORE);
        MPI_Wait(&request, IGNORE);
        assert(!flag);
    } else {
        MPI_Message message;
        MPI_Mprobe(0, 0, WORLD, &message, IGNORE);
        tell(0, 1);
        MPI_Mrecv(&a, 1, MPI_INT, &message, IGNORE);
    }
    return end();
}
