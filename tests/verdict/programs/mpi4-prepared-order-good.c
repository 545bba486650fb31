/* mazurka: -n 2 => verified */
/* Persistent collectives belong together in the order in which they were made, and may be
 * started in another one (MPI 4.0, 6.13), with new values each time. */
#include "truth.h"

int main(void)
{
    int rank = begin(), a = 0, b = 0, sum = 0;
    MPI_Request request[2];
    MPI_Bcast_init_c(&a, 1, MPI_INT, 0, WORLD, MPI_INFO_NULL, &request[0]);
    MPI_Allreduce_init(&b, &sum, 1, MPI_INT, MPI_SUM, WORLD, MPI_INFO_NULL, &request[1]);
    for (int round = 1; round <= 2; round++) {
        a = rank ? 0 : 10 * round;
        b = rank + round;
        MPI_Start(&request[rank]);
        MPI_Start(&request[1 - rank]);
        MPI_Waitall(2, request, ALL);
        assert(a == 10 * round && sum == 2 * round + 1);
    }
    MPI_Request_free(&request[0]);
    MPI_Request_free(&request[1]);
    MPI_Finalize();
}
