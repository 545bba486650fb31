/* mazurka: -n 3 => verified */
/* MPI_Isendrecv is complete when both its halves are: a ring of them does not deadlock,
 * and the status is that of the receive. */
#include "truth.h"

int main(void)
{
    MPI_Request request;
    MPI_Status status;
    int rank = begin(), next = (rank + 1) % 3, before = (rank + 2) % 3, got = -1,
        flag = 0;
    int mine = rank, count;
    MPI_Isendrecv(&mine, 1, MPI_INT, next, 4, &got, 1, MPI_INT, before, 4, WORLD,
                  &request);
    MPI_Wait(&request, &status);
    assert(got == before && status.MPI_SOURCE == before && status.MPI_TAG == 4);
    MPI_Get_count(&status, MPI_INT, &count);
    assert(count == 1);
    MPI_Isendrecv_replace(&mine, 1, MPI_INT, next, 5, before, 5, WORLD, &request);
    while (!flag)
        MPI_Test(&request, &flag, &status);
    assert(mine == before && status.MPI_SOURCE == before && status.MPI_TAG == 5);
    MPI_Isendrecv(&mine, 1, MPI_INT, MPI_PROC_NULL, 6, &got, 1, MPI_INT, MPI_PROC_NULL, 6,
                  WORLD, &request);
    MPI_Wait(&request, &status);
    assert(status.MPI_SOURCE == MPI_PROC_NULL && got == before);
    MPI_Finalize();
}
