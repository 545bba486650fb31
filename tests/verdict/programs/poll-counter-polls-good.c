/* mazurka: -n 2 --polls 3 => incomplete; up to 3 times in a row is explored */
/* With --polls the loop is followed for some rounds, and then it must succeed. */
#include "truth.h"

int main(void)
{
    int a, flag = 0;
    volatile int rounds = 0; /* also where a compiler optimises */
    if (begin() == 0) {
        MPI_Request request;
        MPI_Irecv(&a, 1, MPI_INT, 1, 0, WORLD, &request);
        while (MPI_Test(&request, &flag, IGNORE), !flag)
            rounds++;
        assert(rounds >= 0);
    } else {
        tell(0, 0);
    }
    return end();
}
