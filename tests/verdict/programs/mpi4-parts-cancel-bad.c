/* mazurka: -n 1 => invalid-argument */
/* An active partitioned request must not be cancelled. */
#include "truth.h"

int main(void)
{
    static int a[2];
    MPI_Request request;
    begin();
    MPI_Psend_init(a, 2, 1, MPI_INT, 0, 0, WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    MPI_Cancel(&request);
    MPI_Finalize();
}
