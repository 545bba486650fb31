/* mazurka: -n 2 => verified */
/* Testany that finds nothing complete says MPI_UNDEFINED; without active requests, so
 * does one that says yes. */
#include "truth.h"

int main(void)
{
    MPI_Request request[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    if (begin() == 0) {
        int flag, index, word;
        MPI_Irecv(&word, 1, MPI_INT, 1, 0, WORLD, &request[1]);
        MPI_Testany(2, request, &index, &flag, IGNORE);
        assert(index == (flag ? 1 : MPI_UNDEFINED));
        MPI_Wait(&request[1], IGNORE);
        MPI_Testany(2, request, &index, &flag, IGNORE);
        assert(flag && index == MPI_UNDEFINED);
    } else {
        tell(0, 0);
    }
    return end();
}
