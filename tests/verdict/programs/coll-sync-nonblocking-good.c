/* mazurka: -n 2 => verified */
/* Nonblocking broadcasts on two communicators may be started in any order: no rank waits
 * in between. */
#include "truth.h"

int main(void)
{
    static int a[LEN], b[LEN];
    int rank = begin();
    MPI_Comm copy[2];
    MPI_Request request[2];
    MPI_Comm_dup(WORLD, &copy[0]);
    MPI_Comm_dup(WORLD, &copy[1]);
    MPI_Ibcast(rank ? b : a, LEN, MPI_INT, rank, copy[rank], &request[0]);
    MPI_Ibcast(rank ? a : b, LEN, MPI_INT, 1 - rank, copy[1 - rank], &request[1]);
    MPI_Waitall(2, request, ALL);
    MPI_Comm_free(&copy[0]);
    MPI_Comm_free(&copy[1]);
    return end();
}
