/* mazurka: -n 2 => deadlock|potential-deadlock */
/* Two broadcasts on two communicators in opposite order: each root may wait in the first
 * for the other rank. */
#include "truth.h"

int main(void)
{
    static int a[LEN], b[LEN];
    int rank = begin();
    MPI_Comm first, second;
    MPI_Comm_dup(WORLD, &first);
    MPI_Comm_dup(WORLD, &second);
    if (rank == 0) {
        MPI_Bcast(a, LEN, MPI_INT, 0, first);
        MPI_Bcast(b, LEN, MPI_INT, 1, second);
    } else {
        MPI_Bcast(b, LEN, MPI_INT, 1, second);
        MPI_Bcast(a, LEN, MPI_INT, 0, first);
    }
    MPI_Comm_free(&first);
    MPI_Comm_free(&second);
    return end();
}
