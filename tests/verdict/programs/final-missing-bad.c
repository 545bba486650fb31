/* mazurka: -n 2 => finding */
/* Every rank has to call MPI_Finalize; rank 1 returns from main without it. */
#include "truth.h"

int main(void)
{
    if (begin() == 1)
        return 0;
    MPI_Finalize();
    return 0;
}
