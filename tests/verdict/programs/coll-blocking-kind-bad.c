/* mazurka: -n 2 => call-mismatch|deadlock */
/* A nonblocking collective does not match a blocking one. */
#include "truth.h"

int main(void)
{
    MPI_Request request;
    if (begin() == 0) {
        MPI_Ibarrier(WORLD, &request);
        MPI_Wait(&request, IGNORE);
    } else {
        MPI_Barrier(WORLD);
    }
    return end();
}
