/* mazurka: -n 2 => assertion */
/* Both receives may be complete, and Testany may take the second although the first was
 * matched before. */
#include "truth.h"

int main(void)
{
    int a, b;
    if (begin() == 0) {
        MPI_Request request[2];
        int flag = 0, index;
        MPI_Irecv(&a, 1, MPI_INT, 1, 0, WORLD, &request[0]);
        MPI_Irecv(&b, 1, MPI_INT, 1, 0, WORLD, &request[1]);
        while (!flag)
            MPI_Testany(2, request, &index, &flag, IGNORE);
        MPI_Waitall(2, request, ALL);
        assert(index == 0);
    } else {
        tell(0, 0);
        tell(0, 0);
    }
    return end();
}
