/* mazurka: -n 2 => root-mismatch */
/* The two kinds of a collective fit together, but their roots must as well. */
#include "truth.h"

int main(void)
{
    static int a;
    if (begin() == 0)
        MPI_Bcast(&a, 1, MPI_INT, 0, WORLD);
    else
        MPI_Bcast_c(&a, 1, MPI_INT, 1, WORLD);
    MPI_Finalize();
}
