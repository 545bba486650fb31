/* mazurka: -n 1 => assertion */
/* A receive from MPI_PROC_NULL does not touch its buffer. */
#include "truth.h"

int main(void)
{
    int a = 5;
    begin();
    MPI_Recv(&a, 1, MPI_INT, MPI_PROC_NULL, 0, WORLD, IGNORE);
    assert(a == 0);
    return end();
}
