/* mazurka: -n 2 => missing-wait */
/* A receive whose request is freed must still be complete before MPI_Finalize: nobody
 * sends what it waits for. */
#include "truth.h"

int main(void)
{
    static int a;
    if (begin() == 0) {
        MPI_Request request;
        MPI_Irecv(&a, 1, MPI_INT, 1, 0, WORLD, &request);
        MPI_Request_free(&request);
    }
    return end();
}
