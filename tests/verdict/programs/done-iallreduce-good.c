/* mazurka: -n 2 => verified */
/* A reduction that is complete at rank 0 includes what rank 1 put in. */
#include "truth.h"

int main(void)
{
    MPI_Request request;
    int flag, one = 1, sum = 0;
    begin();
    MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, WORLD, &request);
    MPI_Test(&request, &flag, IGNORE);
    if (flag)
        assert(sum == 2 && request == MPI_REQUEST_NULL);
    MPI_Wait(&request, IGNORE);
    assert(sum == 2);
    return end();
}
