/* mazurka: -n 2 => finding */
/* A receive that nothing will match is still active at MPI_Finalize. */
#include "truth.h"

int main(void)
{
    static int a;
    MPI_Request request;
    if (begin() == 0)
        MPI_Irecv(&a, 1, MPI_INT, 1, 0, WORLD, &request);
    return end();
}
