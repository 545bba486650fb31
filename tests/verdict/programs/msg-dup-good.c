/* mazurka: -n 2 => verified */
/* Messages on a duplicate do not mix with those on its parent. */
#include "truth.h"

int main(void)
{
    int a = 1, b = 2, rank = begin();
    MPI_Comm copy;
    MPI_Request request;
    MPI_Comm_dup(WORLD, &copy);
    if (rank == 0) {
        MPI_Isend(&a, 1, MPI_INT, 1, 0, WORLD, &request);
        MPI_Send(&b, 1, MPI_INT, 1, 0, copy);
        MPI_Wait(&request, IGNORE);
    } else {
        MPI_Recv(&b, 1, MPI_INT, ANY, MPI_ANY_TAG, copy, IGNORE);
        MPI_Recv(&a, 1, MPI_INT, ANY, MPI_ANY_TAG, WORLD, IGNORE);
        assert(a == 1 && b == 2);
    }
    MPI_Comm_free(&copy);
    return end();
}
