/* mazurka: -n 2 => assertion */
/* The reply was sent behind the message, but a probe need not see the message when the
 * reply has come. */
#include "truth.h"

int main(void)
{
    int flag;
    MPI_Request request;
    int word = 0;
    if (begin() == 0) {
        tell(1, 0);
        hear(1, 1);
        MPI_Iprobe(1, 2, WORLD, &flag, IGNORE);
        hear(1, 2);
        assert(flag);
    } else {
        hear(0, 0);
        MPI_Isend(&word, 1, MPI_INT, 0, 2, WORLD, &request);
        tell(0, 1);
        MPI_Wait(&request, IGNORE);
    }
    return end();
}
