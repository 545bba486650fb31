/* mazurka: -n 3 => finding */
/* In one order of messages, rank 0 aborts. */
#include "truth.h"

int main(void)
{
    int word;
    if (begin() == 0) {
        MPI_Status status;
        MPI_Recv(&word, 1, MPI_INT, ANY, 0, WORLD, &status);
        if (status.MPI_SOURCE == 2)
            MPI_Abort(WORLD, 4);
        hear(ANY, 0);
    } else {
        tell(0, 0);
    }
    return end();
}
