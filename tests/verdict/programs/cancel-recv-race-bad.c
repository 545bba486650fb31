/* mazurka: -n 2 => deadlock|potential-deadlock|unmatched-message */
/* Cancelling comes too late or in time; in time, the message has nobody to receive it. */
#include "truth.h"

int main(void)
{
    int a = 0;
    if (begin() == 0) {
        MPI_Request request;
        MPI_Irecv(&a, 1, MPI_INT, 1, 0, WORLD, &request);
        MPI_Cancel(&request);
        MPI_Wait(&request, IGNORE);
    } else {
        MPI_Send(&a, 1, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
