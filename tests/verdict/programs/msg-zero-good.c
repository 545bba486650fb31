/* mazurka: -n 2 => verified */
/* A message without data is a message: it has its place in the order, and a synchronous
 * one waits. */
#include "truth.h"

int main(void)
{
    int a = 4, count;
    if (begin() == 0) {
        MPI_Status status;
        a = 0;
        MPI_Recv(&a, 1, MPI_INT, 1, 0, WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        assert(count == 0 && a == 0);
        MPI_Recv(&a, 1, MPI_INT, 1, 0, WORLD, IGNORE);
        assert(a == 4);
    } else {
        MPI_Ssend(NULL, 0, MPI_INT, 0, 0, WORLD);
        MPI_Send(&a, 1, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
