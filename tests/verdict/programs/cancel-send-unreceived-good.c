/* mazurka: -n 2 => verified */
/* A send that is not cancelled is received (3.8.4). Nobody receives this one, so the cancel succeeds, and the wait is local. */
#include "truth.h"

int main(void)
{
    int rank = begin(), word = 1, flag = 0;
    MPI_Request r;
    MPI_Status s;
    if (rank == 0) {
        MPI_Issend(&word, 1, MPI_INT, 1, 0, WORLD, &r);
        MPI_Cancel(&r);
        MPI_Wait(&r, &s);
        MPI_Test_cancelled(&s, &flag);
        assert(flag);
    } else {
        MPI_Iprobe(0, 1, WORLD, &flag, &s);
        assert(!flag);
    }
    return end();
}
