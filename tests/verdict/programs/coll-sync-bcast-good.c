/* mazurka: -n 2 => verified */
/* The message is received behind the broadcast, whether the root waits in it or not. */
#include "truth.h"

int main(void)
{
    static int a[LEN];
    int rank = begin();
    MPI_Bcast(a, LEN, MPI_INT, 0, WORLD);
    if (rank == 0)
        tell(1, 0);
    else
        hear(0, 0);
    return end();
}
