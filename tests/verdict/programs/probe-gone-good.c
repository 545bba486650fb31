/* mazurka: -n 2 => verified */
/* The receive takes the only message, complete or not: no probe sees it any more. */
#include "truth.h"

int main(void)
{
    int word, flag;
    if (begin() == 0) {
        MPI_Request request;
        MPI_Probe(1, 0, WORLD, IGNORE);
        MPI_Irecv(&word, 1, MPI_INT, 1, 0, WORLD, &request);
        MPI_Iprobe(ANY, MPI_ANY_TAG, WORLD, &flag, IGNORE);
        assert(!flag);
        MPI_Wait(&request, IGNORE);
    } else {
        tell(0, 0);
    }
    return end();
}
