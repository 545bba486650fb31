/* mazurka: -n 2 => finding */
/* A copy of the handle is used after the request is complete and gone. */
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
    MPI_Wait(&copy, IGNORE);
    return end();
}
