/* mazurka: -n 2 => verified */
/* From one source, a receive of any tag gets the messages in the order in which they were
 * sent. */
#include "truth.h"

int main(void)
{
    if (begin() == 0) {
        MPI_Status status;
        int word;
        for (int tag = 1; tag <= 3; tag++) {
            MPI_Recv(&word, 1, MPI_INT, 1, MPI_ANY_TAG, WORLD, &status);
            assert(status.MPI_TAG == tag);
        }
    } else {
        tell(0, 1);
        tell(0, 2);
        tell(0, 3);
    }
    return end();
}
