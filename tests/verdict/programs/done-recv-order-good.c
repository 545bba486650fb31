/* mazurka: -n 2 => verified */
/* A is matched before B, so asking for A again and again succeeds at last, and A has the
 * first message. */
#include "truth.h"

int main(void)
{
    static int a[LEN], b = 2;
    MPI_Request request[2];
    if (begin() == 0) {
        int flag = 0;
        MPI_Irecv(a, LEN, MPI_INT, 1, 0, WORLD, &request[0]);
        MPI_Irecv(&b, 1, MPI_INT, 1, 0, WORLD, &request[1]);
        MPI_Wait(&request[1], IGNORE);
        while (!flag)
            MPI_Test(&request[0], &flag, IGNORE);
        assert(a[0] == 1 && b == 2);
    } else {
        a[0] = 1;
        MPI_Isend(a, LEN, MPI_INT, 0, 0, WORLD, &request[0]);
        MPI_Isend(&b, 1, MPI_INT, 0, 0, WORLD, &request[1]);
        MPI_Waitall(2, request, ALL);
    }
    return end();
}
