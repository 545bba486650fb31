/* mazurka: -n 2 => deadlock */
/* The only message goes to the receive that is posted, so the probe waits for ever. */
#include "truth.h"

int main(void)
{
    if (begin() == 0) {
        MPI_Request request;
        int got;
        MPI_Irecv(&got, 1, MPI_INT, 1, 0, WORLD, &request);
        MPI_Probe(1, 0, WORLD, IGNORE);
        MPI_Wait(&request, IGNORE);
    } else {
        tell(0, 0);
    }
    return end();
}
