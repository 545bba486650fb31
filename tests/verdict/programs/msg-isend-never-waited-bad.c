/* mazurka: -n 2 => missing-wait|request-leak */
/* The send is received, but its request is never completed. */
#include "truth.h"

int main(void)
{
    int a = 0;
    MPI_Request request;
    if (begin() == 0)
        MPI_Isend(&a, 1, MPI_INT, 1, 0, WORLD, &request);
    else
        hear(0, 0);
    return end();
}
