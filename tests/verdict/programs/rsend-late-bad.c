/* mazurka: -n 2 => finding|unsupported */
/* A ready send needs a receive that is posted before; here it may come later. */
#include "truth.h"

int main(void)
{
    int a = 0;
    if (begin() == 0)
        MPI_Rsend(&a, 1, MPI_INT, 1, 0, WORLD);
    else
        hear(0, 0);
    return end();
}
