/* mazurka: -n 2 => deadlock */
/* The only message belongs to the Mprobe; a receive waits for ever. */
#include "truth.h"

int main(void)
{
    int a = 0;
    if (begin() == 0) {
        MPI_Message message;
        MPI_Mprobe(1, 0, WORLD, &message, IGNORE);
        hear(1, 0);
        MPI_Mrecv(&a, 1, MPI_INT, &message, IGNORE);
    } else {
        tell(0, 0);
    }
    return end();
}
