/* mazurka: -n 1 => assertion */
/* The message to itself has been received; a test of its send may still say no. */
#include "truth.h"

int main(void)
{
    int a = 0, b, flag;
    MPI_Request request;
    begin();
    MPI_Isend(&a, 1, MPI_INT, 0, 0, WORLD, &request);
    MPI_Recv(&b, 1, MPI_INT, 0, 0, WORLD, IGNORE);
    MPI_Test(&request, &flag, IGNORE);
    MPI_Wait(&request, IGNORE);
    assert(flag);
    return end();
}
