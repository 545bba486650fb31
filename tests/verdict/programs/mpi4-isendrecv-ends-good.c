/* mazurka: -n 3 => verified */
/* mazurka: -n 3 -a states => verified */
/* A line of ranks: the first receives from nobody, so its buffer stays as it is. */
#include "truth.h"

int main(void)
{
    MPI_Request request;
    int rank = begin(), got = 70 + rank;
    int next = rank < 2 ? rank + 1 : MPI_PROC_NULL,
        before = rank ? rank - 1 : MPI_PROC_NULL;
    for (int round = 0; round < 3; round++) {
        MPI_Isendrecv(&rank, 1, MPI_INT, next, 0, &got, 1, MPI_INT, before, 0, WORLD,
                      &request);
        MPI_Wait(&request, IGNORE);
        assert(got == (rank ? rank - 1 : 70));
    }
    MPI_Finalize();
}
