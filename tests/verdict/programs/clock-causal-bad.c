/* mazurka: -n 2 => assertion */
/* Rank 0 has slept before it sent: when rank 1 has received, its clock has gone on by as
 * much. */
#include "truth.h"

int main(void)
{
    if (begin() == 0) {
        hear(1, 1);
        usleep(50000);
        tell(1, 0);
    } else {
        double before = MPI_Wtime();
        tell(0, 1);
        hear(0, 0);
        assert(MPI_Wtime() - before < 0.02);
    }
    return end();
}
