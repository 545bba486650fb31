/* mazurka: -n 2 => finding */
/* Nobody sends: the loop has no end, and sleeping does not help. */
#include "truth.h"

int main(void)
{
    int a, flag = 0;
    if (begin() == 0) {
        MPI_Request request;
        MPI_Irecv(&a, 1, MPI_INT, 1, 0, WORLD, &request);
        while (MPI_Test(&request, &flag, IGNORE), !flag) {
            puts("still waiting");
            usleep(1000);
        }
    }
    return end();
}
