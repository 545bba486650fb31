/* mazurka: -n 2 => verified+any */
/* The freed send goes on: rank 1 gets the message, and its answer says that the buffer
 * may be used again. */
#include "truth.h"

int main(void)
{
    int a = 3;
    if (begin() == 0) {
        MPI_Request request;
        MPI_Isend(&a, 1, MPI_INT, 1, 0, WORLD, &request);
        MPI_Request_free(&request);
        hear(1, 1);
    } else {
        a = 0;
        MPI_Recv(&a, 1, MPI_INT, 0, 0, WORLD, IGNORE);
        assert(a == 3);
        tell(0, 1);
    }
    return end();
}
