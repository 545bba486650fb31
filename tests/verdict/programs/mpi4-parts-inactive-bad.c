/* mazurka: -n 1 => invalid-argument */
/* A partition of a send that was not started cannot be ready. */
#include "truth.h"

int main(void)
{
    static int a[2];
    MPI_Request request;
    begin();
    MPI_Psend_init(a, 2, 1, MPI_INT, 0, 0, WORLD, MPI_INFO_NULL, &request);
    MPI_Pready(0, request);
    MPI_Finalize();
}
