/* mazurka: -n 2 => verified */
/* A loop of Request_get_status, and then a Wait that returns at once. */
#include "truth.h"

int main(void)
{
    int a, flag = 0;
    if (begin() == 0) {
        MPI_Request request;
        MPI_Irecv(&a, 1, MPI_INT, 1, 0, WORLD, &request);
        while (!flag)
            MPI_Request_get_status(request, &flag, IGNORE);
        MPI_Wait(&request, IGNORE);
    } else {
        tell(0, 0);
    }
    return end();
}
