/* mazurka: -n 2 => verified */
/* Every rank calls MPI_Finalize; that rank 1 does nothing else is allowed. */
#include "truth.h"

int main(void)
{
    if (begin() == 0)
        puts("nothing to do");
    return end();
}
