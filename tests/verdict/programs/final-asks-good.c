/* mazurka: -n 2 => verified */
/* MPI_Initialized and MPI_Finalized may be called at any time. */
#include "truth.h"

int main(void)
{
    int flag;
    MPI_Initialized(&flag);
    assert(!flag);
    begin();
    MPI_Finalize();
    MPI_Finalized(&flag);
    assert(flag);
    return 0;
}
