/* mazurka: -n 2 => assertion */
/* The sum is known to everybody who asks long enough, not to one who asks once. */
#include "truth.h"

int main(void)
{
    MPI_Request request;
    int flag, one = 1, sum, rank = begin();
    MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, WORLD, &request);
    if (rank == 0)
        hear(1, 0);
    else
        tell(0, 0);
    MPI_Test(&request, &flag, IGNORE);
    MPI_Wait(&request, IGNORE);
    assert(flag && sum == 2);
    return end();
}
