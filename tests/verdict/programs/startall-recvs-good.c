/* mazurka: -n 2 => verified */
/* holds for: MPI_Startall */
/* Which of two receives is the first one, and gets the first message, MPI_Startall leaves
 * open: the verdict says which order it rests on. */
#include "truth.h"

int main(void)
{
    static int a[2];
    MPI_Request request[2];
    if (begin() == 0) {
        MPI_Recv_init(&a[0], 1, MPI_INT, 1, 0, WORLD, &request[0]);
        MPI_Recv_init(&a[1], 1, MPI_INT, 1, MPI_ANY_TAG, WORLD, &request[1]);
        MPI_Startall(2, request);
        MPI_Waitall(2, request, ALL);
        assert(a[0] == 1 && a[1] == 2);
        MPI_Request_free(&request[0]);
        MPI_Request_free(&request[1]);
    } else {
        for (int i = 1; i <= 2; i++)
            MPI_Send(&i, 1, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
