/* mazurka: -n 2 --strict => finding */
/* With --strict, freeing an active receive is an error. */
#include "truth.h"

int main(void)
{
    static int a;
    if (begin() == 0) {
        MPI_Request request;
        MPI_Irecv(&a, 1, MPI_INT, 1, 0, WORLD, &request);
        MPI_Request_free(&request);
        hear(1, 1);
    } else {
        MPI_Ssend(&a, 1, MPI_INT, 0, 0, WORLD);
        tell(0, 1);
    }
    return end();
}
