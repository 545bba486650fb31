/* mazurka: -n 3 => finding */
/* Rank 1 leaves by exit(0) if the message of rank 2 is the first, without MPI_Finalize.
 */
#include "truth.h"

int main(void)
{
    if (begin() == 0) {
        MPI_Status status;
        int word;
        MPI_Recv(&word, 1, MPI_INT, ANY, 0, WORLD, &status);
        hear(3 - status.MPI_SOURCE, 0);
        if (status.MPI_SOURCE == 2)
            exit(0);
    } else {
        tell(0, 0);
    }
    return end();
}
