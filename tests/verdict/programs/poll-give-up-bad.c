/* mazurka: -n 2 => assertion|incomplete */
/* Ten looks may fail, though the message has been sent before the barrier. */
#include "truth.h"

int main(void)
{
    int word = 0, flag = 0, rank = begin();
    MPI_Request request;
    if (rank == 1)
        MPI_Isend(&word, 1, MPI_INT, 0, 0, WORLD, &request);
    MPI_Barrier(WORLD);
    if (rank == 0) {
        for (int i = 0; i < 10 && !flag; i++)
            MPI_Iprobe(1, 0, WORLD, &flag, IGNORE);
        hear(1, 0);
        assert(flag);
    } else {
        MPI_Wait(&request, IGNORE);
    }
    return end();
}
