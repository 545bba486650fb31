/* mazurka: -n 2 => invalid-argument */
/* The size of the buffer in bytes has more than 64 bits. */
#include "truth.h"

int main(void)
{
    int rank = begin(), *a = malloc(40);
    MPI_Datatype t;
    MPI_Type_contiguous(INT_MAX, MPI_DOUBLE, &t);
    MPI_Type_commit(&t);
    MPI_Send(a, INT_MAX, t, !rank, 0, WORLD);
    return end();
}
