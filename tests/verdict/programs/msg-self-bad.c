/* mazurka: -n 1 => deadlock|potential-deadlock */
/* A send to itself may need its receive, which comes later. MPICH: hangs if long. */
#include "truth.h"

int main(void)
{
    static int a[LEN], b[LEN];
    begin();
    MPI_Send(a, LEN, MPI_INT, 0, 0, WORLD);
    MPI_Recv(b, LEN, MPI_INT, 0, 0, WORLD, IGNORE);
    return end();
}
