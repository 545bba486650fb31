/* mazurka: -n 2 => deadlock|potential-deadlock */
/* Also a message without data may wait for its receive. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    MPI_Send(NULL, 0, MPI_INT, 1 - rank, 0, WORLD);
    MPI_Recv(NULL, 0, MPI_INT, 1 - rank, 0, WORLD, IGNORE);
    return end();
}
