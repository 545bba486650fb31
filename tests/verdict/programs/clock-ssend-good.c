/* mazurka: -n 2 => verified */
/* A synchronous send is complete when the receive has begun, and not before: 10 s later. */
#include "truth.h"

int main(void)
{
    int x = 0, done = 0;
    MPI_Request request;
    if (begin() == 0) {
        double start = MPI_Wtime();
        MPI_Ssend(&x, 1, MPI_INT, 1, 0, WORLD);
        assert(MPI_Wtime() - start >= 9);
        MPI_Issend(&x, 1, MPI_INT, 1, 1, WORLD, &request);
        while (!done)
            MPI_Test(&request, &done, IGNORE);
        assert(MPI_Wtime() - start >= 19);
    } else {
        sleep(10);
        hear(0, 0);
        sleep(10);
        hear(0, 1);
    }
    return end();
}
