/* mazurka: -n 2 => assertion */
/* The reply proves that the message was received, not that the send is complete. */
#include "truth.h"

int main(void)
{
    static int a[LEN];
    if (begin() == 0) {
        MPI_Request request;
        int flag;
        MPI_Isend(a, LEN, MPI_INT, 1, 0, WORLD, &request);
        hear(1, 1);
        MPI_Test(&request, &flag, IGNORE);
        assert(flag);
    } else {
        MPI_Recv(a, LEN, MPI_INT, 0, 0, WORLD, IGNORE);
        tell(0, 1);
    }
    return end();
}
