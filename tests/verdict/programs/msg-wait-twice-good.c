/* mazurka: -n 2 => verified */
/* Waiting for a request that is complete and null returns at once. */
#include "truth.h"

int main(void)
{
    int word = 0;
    MPI_Request request, copy;
    if (begin() == 0)
        MPI_Isend(&word, 1, MPI_INT, 1, 0, WORLD, &request);
    else
        MPI_Irecv(&word, 1, MPI_INT, 0, 0, WORLD, &request);
    copy = request;
    MPI_Wait(&request, IGNORE);
    MPI_Wait(&request, IGNORE);
    assert(request == MPI_REQUEST_NULL && copy != MPI_REQUEST_NULL);
    return end();
}
