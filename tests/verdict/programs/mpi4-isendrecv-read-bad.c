/* mazurka: -n 2 => local-race */
/* What MPI_Isendrecv_replace receives must not be looked at before it is complete. */
#include "truth.h"

int main(void)
{
    MPI_Request request;
    int a = begin(), other = 1 - a;
    MPI_Isendrecv_replace(&a, 1, MPI_INT, other, 0, other, 0, WORLD, &request);
    if (*(volatile int *)&a > 7)
        a = 0;
    MPI_Wait(&request, IGNORE);
    MPI_Finalize();
}
