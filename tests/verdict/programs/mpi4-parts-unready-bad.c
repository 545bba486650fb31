/* mazurka: -n 2 => deadlock: its own call of MPI_Pready for each partition */
/* A partitioned send is not complete before all its partitions are ready. */
#include "truth.h"

int main(void)
{
    static int a[2];
    MPI_Request request;
    if (begin() == 0) {
        MPI_Psend_init(a, 2, 1, MPI_INT, 1, 0, WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Pready(1, request);
    } else {
        MPI_Precv_init(a, 2, 1, MPI_INT, 0, 0, WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
    }
    MPI_Wait(&request, IGNORE);
    MPI_Request_free(&request);
    MPI_Finalize();
}
