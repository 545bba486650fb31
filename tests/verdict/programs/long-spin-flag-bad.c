/* mazurka: -n 2 --step-time 2s => non-termination|incomplete|local-race */
/* Rank 0 spins on its receive buffer, and rank 1 sends only after a message that never
 * comes. */
#include "truth.h"

int main(void)
{
    static volatile int flag;
    MPI_Request request;
    if (begin() == 0) {
        MPI_Irecv((void *)&flag, 1, MPI_INT, 1, 0, WORLD, &request);
        while (!flag)
            ;
        MPI_Wait(&request, IGNORE);
    } else {
        hear(0, 1);
        tell(0, 0);
    }
    return end();
}
