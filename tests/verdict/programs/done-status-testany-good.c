/* mazurka: -n 2 => verified */
/* Request_get_status has seen that one is complete, so Testany and Testsome find one. */
#include "truth.h"

int main(void)
{
    if (begin() == 0) {
        MPI_Request request[2];
        int a, b, flag = 0, index, done, indices[2];
        MPI_Irecv(&a, 1, MPI_INT, 1, 0, WORLD, &request[0]);
        MPI_Irecv(&b, 1, MPI_INT, 1, 1, WORLD, &request[1]);
        for (int i = 0; i < 2; i++)
            for (flag = 0; !flag;)
                MPI_Request_get_status(request[i], &flag, IGNORE);
        MPI_Testany(2, request, &index, &flag, IGNORE);
        assert(flag && (index == 0 || index == 1));
        MPI_Testsome(2, request, &done, indices, ALL);
        assert(done == 1 && indices[0] == 1 - index);
    } else {
        tell(0, 0);
        tell(0, 1);
    }
    return end();
}
