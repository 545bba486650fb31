/* mazurka: -n 2 => assertion */
/* The answer proves that the persistent send was received, not that it is complete. */
#include "truth.h"

int main(void)
{
    int a = 0, flag;
    if (begin() == 0) {
        MPI_Request request;
        MPI_Send_init(&a, 1, MPI_INT, 1, 0, WORLD, &request);
        MPI_Start(&request);
        hear(1, 1);
        MPI_Test(&request, &flag, IGNORE);
        MPI_Wait(&request, IGNORE);
        MPI_Request_free(&request);
        assert(flag);
    } else {
        hear(0, 0);
        tell(0, 1);
    }
    return end();
}
