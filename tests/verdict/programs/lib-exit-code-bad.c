/* mazurka: -n 2 => exit-code */
/* Rank 1 ends with an error. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    MPI_Finalize();
    return rank;
}
