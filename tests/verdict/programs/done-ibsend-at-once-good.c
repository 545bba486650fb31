/* mazurka: -n 2 => verified */
/* A buffered send is complete whatever the receiver does: Wait returns although the
 * receive comes later. */
#include "truth.h"

int main(void)
{
    int a = 5;
    if (begin() == 0) {
        MPI_Request request;
        char buffer[200 + MPI_BSEND_OVERHEAD];
        void *old;
        int size;
        MPI_Buffer_attach(buffer, sizeof buffer);
        MPI_Ibsend(&a, 1, MPI_INT, 1, 0, WORLD, &request);
        MPI_Wait(&request, IGNORE);
        tell(1, 1);
        MPI_Buffer_detach(&old, &size);
    } else {
        hear(0, 1);
        MPI_Recv(&a, 1, MPI_INT, 0, 0, WORLD, IGNORE);
        assert(a == 5);
    }
    return end();
}
