/* mazurka: -n 2 => verified */
/* An operation that is complete stays complete: after Request_get_status said yes, it and
 * Test say yes. */
#include "truth.h"

int main(void)
{
    if (begin() == 0) {
        MPI_Request request;
        int word, first, second, third;
        MPI_Irecv(&word, 1, MPI_INT, 1, 0, WORLD, &request);
        MPI_Request_get_status(request, &first, IGNORE);
        MPI_Request_get_status(request, &second, IGNORE);
        assert(!first || second);
        if (second) {
            MPI_Test(&request, &third, IGNORE);
            assert(third && request == MPI_REQUEST_NULL);
        }
        MPI_Wait(&request, IGNORE);
    } else {
        tell(0, 0);
    }
    return end();
}
