/* mazurka: -n 3 => assertion */
/* The receive from any source may take the other message, and then a probe for the first
 * is true. */
#include "truth.h"

int main(void)
{
    int word;
    if (begin() == 0) {
        MPI_Status status;
        MPI_Request request;
        int flag;
        MPI_Probe(ANY, 0, WORLD, &status);
        MPI_Irecv(&word, 1, MPI_INT, ANY, 0, WORLD, &request);
        MPI_Iprobe(status.MPI_SOURCE, 0, WORLD, &flag, IGNORE);
        hear(ANY, 0);
        MPI_Wait(&request, IGNORE);
        assert(!flag);
    } else {
        tell(0, 0);
    }
    return end();
}
