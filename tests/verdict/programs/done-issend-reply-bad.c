/* mazurka: -n 2 => assertion */
/* The reply proves that the synchronous send is matched; a test may still say no. */
#include "truth.h"

int main(void)
{
    static int a[LEN];
    if (begin() == 0) {
        MPI_Request request;
        int flag;
        MPI_Issend(a, LEN, MPI_INT, 1, 0, WORLD, &request);
        hear(1, 1);
        MPI_Request_get_status(request, &flag, IGNORE);
        MPI_Wait(&request, IGNORE);
        assert(flag);
    } else {
        MPI_Recv(a, LEN, MPI_INT, 0, 0, WORLD, IGNORE);
        tell(0, 1);
    }
    return end();
}
