/* mazurka: -n 2 => truncation */
/* The message is longer than the buffer. */
#include "truth.h"

int main(void)
{
    int a[2] = {0};
    if (begin() == 0)
        MPI_Recv(a, 1, MPI_INT, 1, 0, WORLD, IGNORE);
    else
        MPI_Send(a, 2, MPI_INT, 0, 0, WORLD);
    return end();
}
