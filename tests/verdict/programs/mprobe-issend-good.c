/* mazurka: -n 2 => verified */
/* Rank 1 has matched the message, but receives it only after rank 0's word: the test
 * before it says no. */
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
        assert(!flag);
        tell(1, 2);
        MPI_Wait(&request, IGNORE);
    } else {
        MPI_Message message;
        MPI_Mprobe(0, 0, WORLD, &message, IGNORE);
        tell(0, 1);
        hear(0, 2);
        MPI_Mrecv(&a, 1, MPI_INT, &message, IGNORE);
    }
    return end();
}
