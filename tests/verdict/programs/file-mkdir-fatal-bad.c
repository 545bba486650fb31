/* mazurka: -n 2 => abort|exit|unsupported */
/* Only one rank can make the directory; the other one gives up. */
#include "truth.h"

int main(void)
{
    begin();
    if (mkdir("out", 0755))
        MPI_Abort(WORLD, 1);
    return end();
}
