/* mazurka: -n 2 => verified */
/* Asking again and again succeeds at last. */
#include "truth.h"

int main(void)
{
    int a = 0, flag = 0;
    if (begin() == 0) {
        MPI_Request request;
        MPI_Irecv(&a, 1, MPI_INT, 1, 0, WORLD, &request);
        while (!flag)
            MPI_Test(&request, &flag, IGNORE);
        assert(a == 3);
    } else {
        a = 3;
        MPI_Send(&a, 1, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
