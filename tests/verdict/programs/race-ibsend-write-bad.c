/* mazurka: -n 2 => local-race: MPI_Ibsend */
/* The buffer of MPI_Ibsend must not be changed before it is complete, though the message
 * will be copied. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    int x = 1;
    MPI_Request q;
    static char space[1000];
    MPI_Buffer_attach(space, sizeof space);
    if (rank == 0) {
        MPI_Ibsend(&x, 1, MPI_INT, 1, 0, WORLD, &q);
        *(volatile int *)&x = 2;
        MPI_Wait(&q, IGNORE);
    } else {
        int y;
        MPI_Recv(&y, 1, MPI_INT, 0, 0, WORLD, IGNORE);
    }
    return end();
}
