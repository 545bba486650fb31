/* mazurka: -n 2 => datatype-mismatch */
/* What is sent as int must not be received as float. */
#include "truth.h"

int main(void)
{
    int a = 0;
    float b;
    if (begin() == 0)
        MPI_Recv(&b, 1, MPI_FLOAT, 1, 0, WORLD, IGNORE);
    else
        MPI_Send(&a, 1, MPI_INT, 0, 0, WORLD);
    return end();
}
