/* mazurka: -n 2 => deadlock|potential-deadlock */
/* A standard send may need its receive, and Mprobe is none. MPICH: hangs if long. */
#include "truth.h"

int main(void)
{
    static int a[LEN];
    if (begin() == 0) {
        MPI_Send(a, LEN, MPI_INT, 1, 0, WORLD);
        tell(1, 1);
    } else {
        MPI_Message message;
        MPI_Mprobe(0, 0, WORLD, &message, IGNORE);
        hear(0, 1);
        MPI_Mrecv(a, LEN, MPI_INT, &message, IGNORE);
    }
    return end();
}
