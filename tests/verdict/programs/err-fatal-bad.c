/* mazurka: -n 2 => invalid-argument */
/* Errors are fatal unless another handler is set. */
#include "truth.h"

int main(void)
{
    int a = 0;
    begin();
    MPI_Send(&a, 1, MPI_INT, 7, 0, WORLD);
    return end();
}
