/* mazurka: -n 2 => finding */
/* A buffered send without a buffer is an error. */
#include "truth.h"

int main(void)
{
    int a = 0;
    if (begin() == 0)
        MPI_Bsend(&a, 1, MPI_INT, 1, 0, WORLD);
    else
        hear(0, 0);
    return end();
}
