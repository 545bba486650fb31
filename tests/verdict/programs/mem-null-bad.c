/* mazurka: -n 3 => crash */
/* A null pointer is written in one order of messages only. */
#include "truth.h"

int main(void)
{
    int x = 0, *volatile p = &x;
    if (begin() == 0) {
        MPI_Status status;
        MPI_Recv(&x, 1, MPI_INT, ANY, 0, WORLD, &status);
        if (status.MPI_SOURCE == 2)
            p = NULL;
        hear(ANY, 0);
        *p = 1;
    } else {
        tell(0, 0);
    }
    return end();
}
