/* mazurka: -n 2 => verified */
/* Two nonblocking reductions, waited for in any order, have the results of their turns.
 */
#include "truth.h"

int main(void)
{
    int rank = begin(), ten = 10 * rank, sum[2];
    MPI_Request request[2];
    MPI_Iallreduce(&rank, &sum[0], 1, MPI_INT, MPI_SUM, WORLD, &request[0]);
    MPI_Iallreduce(&ten, &sum[1], 1, MPI_INT, MPI_SUM, WORLD, &request[1]);
    MPI_Wait(&request[1 - rank], IGNORE);
    MPI_Wait(&request[rank], IGNORE);
    assert(sum[0] == 1 && sum[1] == 10);
    return end();
}
