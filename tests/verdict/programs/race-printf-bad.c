/* mazurka: -n 2 => local-race */
/* A variable is printed before it has been received. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    int x = 1;
    MPI_Request q;
    int y = 2;
    if (rank == 0) {
        MPI_Irecv(&x, 1, MPI_INT, 1, 0, WORLD, &q);
        printf("%d\n", x);
        MPI_Wait(&q, IGNORE);
    } else {
        tell(0, 0);
        (void)y;
    }
    return end();
}
