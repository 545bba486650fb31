/* mazurka: -n 2 => assertion */
/* Both are complete for sure, but Waitsome need not have seen the second; nor the first.
 */
#include "truth.h"

int main(void)
{
    int a, b;
    if (begin() == 0) {
        MPI_Request request[2];
        int done, index[2];
        MPI_Irecv(&a, 1, MPI_INT, 1, 0, WORLD, &request[0]);
        MPI_Irecv(&b, 1, MPI_INT, 1, 0, WORLD, &request[1]);
        MPI_Waitsome(2, request, &done, index, ALL);
        MPI_Waitall(2, request, ALL);
        assert(index[0] == 0);
    } else {
        tell(0, 0);
        tell(0, 0);
    }
    return end();
}
