/* mazurka: -n 2 => verified */
/* Sendrecv's messages may be received by Recv and sent by Send. */
#include "truth.h"

int main(void)
{
    static int a[LEN], b[LEN];
    if (begin() == 0) {
        MPI_Sendrecv(a, LEN, MPI_INT, 1, 0, b, LEN, MPI_INT, 1, 1, WORLD, IGNORE);
    } else {
        MPI_Recv(a, LEN, MPI_INT, 0, 0, WORLD, IGNORE);
        MPI_Send(b, LEN, MPI_INT, 0, 1, WORLD);
    }
    return end();
}
