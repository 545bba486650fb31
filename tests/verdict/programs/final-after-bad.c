/* mazurka: -n 1 => after-finalize */
/* After MPI_Finalize only a few calls are allowed, and MPI_Comm_rank is none of them. */
#include "truth.h"

int main(void)
{
    int rank;
    begin();
    MPI_Finalize();
    MPI_Comm_rank(WORLD, &rank);
    return 0;
}
