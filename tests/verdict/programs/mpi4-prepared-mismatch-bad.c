/* mazurka: -n 2 => call-mismatch */
/* Persistent collectives are made in the same order by all ranks. */
#include "truth.h"

int main(void)
{
    static int a;
    int rank = begin();
    MPI_Request request[2];
    for (int i = 0; i < 2; i++)
        if (i == rank)
            MPI_Bcast_init(&a, 1, MPI_INT, 0, WORLD, MPI_INFO_NULL, &request[0]);
        else
            MPI_Barrier_init(WORLD, MPI_INFO_NULL, &request[1]);
    MPI_Startall(2, request);
    MPI_Waitall(2, request, ALL);
    MPI_Request_free(&request[0]);
    MPI_Request_free(&request[1]);
    MPI_Finalize();
}
