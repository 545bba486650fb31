/* mazurka: -n 2 => potential-deadlock */
/* The receive of an MPI_Isendrecv is matched, but nobody receives what it sends: it is
 * not complete without a buffer for that. */
#include "truth.h"

int main(void)
{
    static int a, b;
    MPI_Request request;
    if (begin() == 0) {
        MPI_Isendrecv(&a, 1, MPI_INT, 1, 0, &b, 1, MPI_INT, 1, 1, WORLD, &request);
        MPI_Wait(&request, IGNORE);
        MPI_Send(&a, 1, MPI_INT, 1, 2, WORLD);
    } else {
        MPI_Send(&a, 1, MPI_INT, 0, 1, WORLD);
        MPI_Recv(&b, 1, MPI_INT, 0, 2, WORLD, IGNORE);
        MPI_Recv(&b, 1, MPI_INT, 0, 0, WORLD, IGNORE);
    }
    MPI_Finalize();
}
