/* mazurka: -n 2 => deadlock */
/* Improbe matches the message, but does not receive it: the synchronous send waits for
 * the Mrecv. */
#include "truth.h"

int main(void)
{
    int a = 0;
    if (begin() == 0) {
        MPI_Ssend(&a, 1, MPI_INT, 1, 0, WORLD);
        tell(1, 1);
    } else {
        MPI_Message message;
        int flag = 0;
        while (!flag)
            MPI_Improbe(0, 0, WORLD, &flag, &message, IGNORE);
        hear(0, 1);
        MPI_Mrecv(&a, 1, MPI_INT, &message, IGNORE);
    }
    return end();
}
