/* mazurka: -n 2 => file-race|assertion|exit-code|unsupported */
/* MPI_Finalize is not promised to make anybody wait: rank 1 may look before rank 0 has
 * written. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    if (rank == 0)
        close(open("data.txt", O_CREAT | O_WRONLY, 0600));
    MPI_Finalize();
    if (rank == 1)
        assert(access("data.txt", F_OK) == 0);
    return 0;
}
