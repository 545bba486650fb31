/* mazurka: -n 2 --strict => verified */
/* Freeing a persistent request that is not active is how it should be, with --strict too.
 */
#include "truth.h"

int main(void)
{
    int a = 0, rank = begin();
    MPI_Request request;
    if (rank == 0)
        MPI_Send_init(&a, 1, MPI_INT, 1, 0, WORLD, &request);
    else
        MPI_Recv_init(&a, 1, MPI_INT, 0, 0, WORLD, &request);
    MPI_Start(&request);
    MPI_Wait(&request, IGNORE);
    MPI_Request_free(&request);
    return end();
}
