/* mazurka: -n 3 => verified */
/* A loop that looks for two things, and ends when both have come. */
#include "truth.h"

int main(void)
{
    int word;
    if (begin() == 0) {
        MPI_Request request;
        int got = 0, seen = 0;
        MPI_Irecv(&word, 1, MPI_INT, 1, 1, WORLD, &request);
        while (!got || !seen) {
            if (!got)
                MPI_Test(&request, &got, IGNORE);
            if (!seen)
                MPI_Iprobe(ANY, 2, WORLD, &seen, IGNORE);
        }
        hear(2, 2);
    } else {
        int rank;
        MPI_Comm_rank(WORLD, &rank);
        tell(0, rank);
    }
    return end();
}
