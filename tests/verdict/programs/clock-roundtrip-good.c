/* mazurka: -n 2 => verified */
/* Rank 0 has slept between the two messages: at least as much time has passed for rank 1.
 */
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
        assert(MPI_Wtime() - before >= 0.04);
    }
    return end();
}
