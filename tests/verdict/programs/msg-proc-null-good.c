/* mazurka: -n 1 => verified */
/* Messages to and from MPI_PROC_NULL are complete at once; the buffer is left alone. */
#include "truth.h"

int main(void)
{
    int a = 5, count;
    MPI_Status status;
    MPI_Request request;
    begin();
    MPI_Ssend(&a, 1, MPI_INT, MPI_PROC_NULL, 0, WORLD);
    MPI_Recv(&a, 1, MPI_INT, MPI_PROC_NULL, 3, WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    assert(a == 5 && count == 0 && status.MPI_SOURCE == MPI_PROC_NULL &&
           status.MPI_TAG == MPI_ANY_TAG);
    MPI_Irecv(&a, 1, MPI_INT, MPI_PROC_NULL, 0, WORLD, &request);
    MPI_Wait(&request, IGNORE);
    return end();
}
