/* mazurka: -n 2 => verified */
/* No message fits the receive, so cancelling it succeeds. */
#include "truth.h"

int main(void)
{
    int a;
    MPI_Request request;
    MPI_Status status;
    int flag;
    begin();
    MPI_Irecv(&a, 1, MPI_INT, ANY, 0, WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &flag);
    assert(flag);
    return end();
}
