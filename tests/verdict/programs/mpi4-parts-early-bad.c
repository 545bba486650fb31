/* mazurka: -n 2 => assertion */
/* That one partition has arrived says nothing of the other. */
#include "truth.h"

int main(void)
{
    int a[2] = {1, 2}, b[2] = {0}, flag = 0;
    MPI_Request request;
    if (begin() == 0) {
        MPI_Psend_init(a, 2, 1, MPI_INT, 1, 0, WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Pready_range(0, 1, request);
    } else {
        MPI_Precv_init(b, 2, 1, MPI_INT, 0, 0, WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        while (!flag)
            MPI_Parrived(request, 0, &flag);
        MPI_Parrived(request, 1, &flag);
        assert(flag);
    }
    MPI_Wait(&request, IGNORE);
    MPI_Request_free(&request);
    MPI_Finalize();
}
