/* mazurka: -n 2 => verified */
/* Request_get_status has seen both requests complete, so Testall says yes. */
#include "truth.h"

int main(void)
{
    if (begin() == 0) {
        MPI_Request request[2];
        int a, b, flag = 0;
        MPI_Irecv(&a, 1, MPI_INT, 1, 0, WORLD, &request[0]);
        MPI_Irecv(&b, 1, MPI_INT, 1, 0, WORLD, &request[1]);
        for (int i = 0; i < 2; i++)
            for (flag = 0; !flag;)
                MPI_Request_get_status(request[i], &flag, IGNORE);
        MPI_Testall(2, request, &flag, ALL);
        assert(flag);
    } else {
        tell(0, 0);
        tell(0, 0);
    }
    return end();
}
