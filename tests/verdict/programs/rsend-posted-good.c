/* mazurka: -n 2 => verified|unsupported */
/* The receive is posted before rank 1 says so, and rank 0 sends after that. */
#include "truth.h"

int main(void)
{
    int a = 6;
    if (begin() == 0) {
        hear(1, 1);
        MPI_Rsend(&a, 1, MPI_INT, 1, 0, WORLD);
    } else {
        MPI_Request request;
        a = 0;
        MPI_Irecv(&a, 1, MPI_INT, 0, 0, WORLD, &request);
        tell(0, 1);
        MPI_Wait(&request, IGNORE);
        assert(a == 6);
    }
    return end();
}
