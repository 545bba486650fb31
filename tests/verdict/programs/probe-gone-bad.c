/* mazurka: -n 2 => assertion */
/* The receive has taken the message that the probe saw. */
#include "truth.h"

int main(void)
{
    int word, flag;
    if (begin() == 0) {
        MPI_Request request;
        MPI_Probe(1, 0, WORLD, IGNORE);
        MPI_Irecv(&word, 1, MPI_INT, 1, 0, WORLD, &request);
        MPI_Iprobe(1, 0, WORLD, &flag, IGNORE);
        MPI_Wait(&request, IGNORE);
        assert(flag);
    } else {
        tell(0, 0);
    }
    return end();
}
