/* mazurka: -n 2 => invalid-argument */
/* One type has what the other has in one place only: the elements 0, 2 and 4 are sent, 4
 * and 5 are received. */
#include "truth.h"

int main(void)
{
    static int a[8];
    MPI_Datatype even;
    int rank = begin();
    MPI_Type_vector(3, 1, 2, MPI_INT, &even);
    MPI_Type_commit(&even);
    MPI_Sendrecv(a, 1, even, !rank, 0, a + 4, 3, MPI_INT, !rank, 0, WORLD, IGNORE);
    MPI_Type_free(&even);
    return end();
}
