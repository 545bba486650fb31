/* mazurka: -n 3 => assertion */
/* A loop that looks for two things: either can be the first to come. */
#include "truth.h"

int main(void)
{
    int word, rank = begin();
    if (rank == 0) {
        MPI_Request request;
        int got = 0, seen = 0;
        MPI_Irecv(&word, 1, MPI_INT, 1, 1, WORLD, &request);
        while (!got && !seen) {
            MPI_Test(&request, &got, IGNORE);
            MPI_Iprobe(ANY, 2, WORLD, &seen, IGNORE);
        }
        MPI_Wait(&request, IGNORE);
        hear(2, 2);
        assert(got);
    } else {
        tell(0, rank);
    }
    return end();
}
