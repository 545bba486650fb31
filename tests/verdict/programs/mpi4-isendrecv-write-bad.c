/* mazurka: -n 2 => local-race */
/* What MPI_Isendrecv sends must not change before it is complete. */
#include "truth.h"

int main(void)
{
    MPI_Request request;
    int a = begin(), b = 0, other = 1 - a;
    MPI_Isendrecv(&a, 1, MPI_INT, other, 0, &b, 1, MPI_INT, other, 0, WORLD, &request);
    *(volatile int *)&a = 5;
    MPI_Wait(&request, IGNORE);
    MPI_Finalize();
}
