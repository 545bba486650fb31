/* mazurka: -n 1 => before-init */
/* MPI_Comm_rank must not be called before MPI_Init. */
#include "truth.h"

int main(void)
{
    int rank;
    MPI_Comm_rank(WORLD, &rank);
    begin();
    return end();
}
