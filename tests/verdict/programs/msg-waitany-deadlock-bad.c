/* mazurka: -n 3 => deadlock */
/* Waitany may take the receive from rank 2 while rank 1 waits for an answer that then
 * never comes. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    if (rank == 0) {
        MPI_Request request[2];
        int word[2], index;
        MPI_Irecv(&word[0], 1, MPI_INT, 1, 0, WORLD, &request[0]);
        MPI_Irecv(&word[1], 1, MPI_INT, 2, 0, WORLD, &request[1]);
        MPI_Waitany(2, request, &index, IGNORE);
        if (index == 0)
            tell(1, 1);
        MPI_Waitall(2, request, ALL);
    } else {
        tell(0, 0);
        if (rank == 1)
            hear(0, 1);
    }
    return end();
}
