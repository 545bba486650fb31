/* mazurka: -n 2 => verified */
/* Four partitions are received as two; each may arrive before the other, and what has not
 * arrived is not there yet. Pairs belong together in the order in which they were made.
 */
#include "truth.h"

int main(void)
{
    int a[4] = {1, 2, 3, 4}, b[4] = {0}, other = 0, flag = 0, rank = begin();
    MPI_Request request[2];
    if (rank == 0) {
        MPI_Psend_init(a, 4, 1, MPI_INT, 1, 0, WORLD, MPI_INFO_NULL, &request[0]);
        MPI_Psend_init(a, 1, 1, MPI_INT, 1, 0, WORLD, MPI_INFO_NULL, &request[1]);
        for (int round = 0; round < 2; round++) {
            MPI_Startall(2, request);
            a[2] = 30 + round;
            MPI_Pready(0, request[1]);
            MPI_Pready_range(2, 3, request[0]);
            MPI_Pready_list(2, (int[]){1, 0}, request[0]);
            MPI_Waitall(2, request, ALL);
        }
    } else {
        MPI_Precv_init(b, 2, 2, MPI_INT, 0, 0, WORLD, MPI_INFO_NULL, &request[0]);
        MPI_Precv_init(&other, 1, 1, MPI_INT, 0, 0, WORLD, MPI_INFO_NULL, &request[1]);
        MPI_Parrived(request[0], 0, &flag);
        assert(flag); /* it is inactive */
        for (int round = 0; round < 2; round++) {
            b[0] = b[1] = b[2] = b[3] = 0;
            MPI_Startall(2, request);
            MPI_Parrived(request[0], 1, &flag);
            assert(!flag || (b[2] == 30 + round && b[3] == 4));
            MPI_Waitall(2, request, ALL);
            assert(b[0] == 1 && b[1] == 2 && b[2] == 30 + round && b[3] == 4 &&
                   other == 1);
        }
    }
    MPI_Request_free(&request[0]);
    MPI_Request_free(&request[1]);
    MPI_Finalize();
}
