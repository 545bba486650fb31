/* mazurka: -n 2 => verified */
/* A receive that is cancelled and freed waits for nothing any more. */
#include "truth.h"

int main(void)
{
    static int a;
    if (begin() == 0) {
        MPI_Request request;
        MPI_Irecv(&a, 1, MPI_INT, 1, 0, WORLD, &request);
        MPI_Cancel(&request);
        MPI_Request_free(&request);
    }
    return end();
}
