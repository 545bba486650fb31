/* mazurka: -n 2 => verified */
/* holds for: MPI_Startall */
/* The order in which MPI_Startall sends decides which message a receive of any tag takes:
 * the verdict says which order it rests on. */
#include "truth.h"

int main(void)
{
    static int a[2] = {1, 2};
    MPI_Request request[2];
    if (begin() == 0) {
        MPI_Send_init(&a[0], 1, MPI_INT, 1, 0, WORLD, &request[0]);
        MPI_Send_init(&a[1], 1, MPI_INT, 1, 1, WORLD, &request[1]);
        MPI_Startall(2, request);
        MPI_Waitall(2, request, ALL);
        MPI_Request_free(&request[0]);
        MPI_Request_free(&request[1]);
    } else {
        int x, y;
        MPI_Recv(&x, 1, MPI_INT, 0, MPI_ANY_TAG, WORLD, IGNORE);
        MPI_Recv(&y, 1, MPI_INT, 0, MPI_ANY_TAG, WORLD, IGNORE);
        assert(x == 1 && y == 2);
    }
    return end();
}
