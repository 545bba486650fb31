/* mazurka: -n 2 => assertion */
/* A barrier does not deliver messages: what was sent before it need not be seen after it.
 */
#include "truth.h"

int main(void)
{
    MPI_Request request;
    int word = 0, flag;
    if (begin() == 0) {
        MPI_Barrier(WORLD);
        MPI_Iprobe(1, 0, WORLD, &flag, IGNORE);
        hear(1, 0);
        assert(flag);
    } else {
        MPI_Isend(&word, 1, MPI_INT, 0, 0, WORLD, &request);
        MPI_Barrier(WORLD);
        MPI_Wait(&request, IGNORE);
    }
    return end();
}
