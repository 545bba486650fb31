/* mazurka: -n 3 => verified */
/* Testsome again and again completes everything; without active requests it says
 * MPI_UNDEFINED. */
#include "truth.h"

int main(void)
{
    if (begin() == 0) {
        MPI_Request request[2];
        int done, index[2], word[2], left = 2;
        MPI_Irecv(&word[0], 1, MPI_INT, 1, 0, WORLD, &request[0]);
        MPI_Irecv(&word[1], 1, MPI_INT, 2, 0, WORLD, &request[1]);
        while (left > 0) {
            MPI_Testsome(2, request, &done, index, ALL);
            assert(done >= 0 && done <= left);
            left -= done;
        }
        MPI_Testsome(2, request, &done, index, ALL);
        assert(done == MPI_UNDEFINED);
    } else {
        tell(0, 0);
    }
    return end();
}
