/* mazurka: -n 2 => verified */
/* Imrecv starts the receive, which is enough for the synchronous send to complete. */
#include "truth.h"

int main(void)
{
    static int a[LEN];
    if (begin() == 0) {
        MPI_Ssend(a, LEN, MPI_INT, 1, 0, WORLD);
        tell(1, 1);
    } else {
        MPI_Message message;
        MPI_Request request;
        MPI_Mprobe(0, 0, WORLD, &message, IGNORE);
        MPI_Imrecv(a, LEN, MPI_INT, &message, &request);
        hear(0, 1);
        MPI_Wait(&request, IGNORE);
    }
    return end();
}
