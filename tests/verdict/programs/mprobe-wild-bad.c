/* mazurka: -n 3 => assertion */
/* Mprobe from any source matches whichever message comes first. */
#include "truth.h"

int main(void)
{
    int word;
    if (begin() == 0) {
        MPI_Message message;
        MPI_Status status;
        MPI_Mprobe(ANY, 0, WORLD, &message, &status);
        MPI_Mrecv(&word, 1, MPI_INT, &message, IGNORE);
        hear(ANY, 0);
        assert(status.MPI_SOURCE == 1);
    } else {
        tell(0, 0);
    }
    return end();
}
