/* mazurka: -n 2 => verified */
/* cc: -O3 -mavx2 */
/* Elements in the midst are being received, and the loop changes only others. The compiler
 * loads a whole vector, and stores what is meant under a mask. */
#include "truth.h"

int main(void)
{
    static int y[64], z[64], sent[4];
    volatile int all = 64;
    if (begin() == 0) {
        MPI_Request q;
        int n = all;
        for (int i = 0; i < 64; i++)
            z[i] = i < 4 || i > 7 ? i % 4 : 0;
        MPI_Irecv(y + 4, 4, MPI_INT, 1, 0, WORLD, &q);
        for (int i = 0; i < n; i++)
            if (z[i])
                y[i] += i;
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Send(sent, 4, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
