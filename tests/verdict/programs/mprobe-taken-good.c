/* mazurka: -n 2 => verified */
/* Mprobe takes the first message out of matching: no probe sees it, and the next receive
 * gets the second. */
#include "truth.h"

int main(void)
{
    int a = 1, b = 2;
    if (begin() == 0) {
        MPI_Message message;
        int flag, first = 0, second = 0;
        MPI_Mprobe(1, 0, WORLD, &message, IGNORE);
        MPI_Iprobe(1, 0, WORLD, &flag, IGNORE);
        assert(!flag);
        tell(1, 0);
        MPI_Recv(&second, 1, MPI_INT, 1, 0, WORLD, IGNORE);
        MPI_Mrecv(&first, 1, MPI_INT, &message, IGNORE);
        assert(first == 1 && second == 2);
    } else {
        MPI_Request request;
        MPI_Isend(&a, 1, MPI_INT, 0, 0, WORLD, &request);
        hear(0, 0);
        MPI_Send(&b, 1, MPI_INT, 0, 0, WORLD);
        MPI_Wait(&request, IGNORE);
    }
    return end();
}
