/* mazurka: -n 2 => verified */
/* Mrecv starts before rank 1 waits for the second message, so that the synchronous send
 * completes. */
#include "truth.h"

int main(void)
{
    static int a[LEN];
    if (begin() == 0) {
        MPI_Ssend(a, LEN, MPI_INT, 1, 0, WORLD);
        tell(1, 1);
    } else {
        MPI_Message message;
        MPI_Mprobe(0, 0, WORLD, &message, IGNORE);
        MPI_Mrecv(a, LEN, MPI_INT, &message, IGNORE);
        hear(0, 1);
    }
    return end();
}
