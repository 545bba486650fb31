/* mazurka: -n 1 => verified */
/* Test, Wait and Request_get_status of a null request say yes at once, with an empty
 * status. */
#include "truth.h"

int main(void)
{
    begin();
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Status status;
    int flag = 0, count;
    MPI_Test(&request, &flag, &status);
    assert(flag && status.MPI_SOURCE == ANY && status.MPI_TAG == MPI_ANY_TAG);
    MPI_Get_count(&status, MPI_INT, &count);
    assert(count == 0);
    flag = 0;
    MPI_Request_get_status(request, &flag, IGNORE);
    assert(flag);
    MPI_Wait(&request, IGNORE);
    return end();
}
