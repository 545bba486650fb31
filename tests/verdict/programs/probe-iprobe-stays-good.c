/* mazurka: -n 3 => verified */
/* An Iprobe that has seen a message of rank 1 sees it again, though others come. */
#include "truth.h"

int main(void)
{
    if (begin() == 0) {
        int first, second;
        MPI_Iprobe(1, 0, WORLD, &first, IGNORE);
        hear(2, 0);
        MPI_Iprobe(1, MPI_ANY_TAG, WORLD, &second, IGNORE);
        assert(!first || second);
        hear(1, 0);
    } else {
        tell(0, 0);
    }
    return end();
}
