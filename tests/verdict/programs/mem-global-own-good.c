/* mazurka: -n 3 => verified */
/* Every rank has its own variables: what one writes, no other sees. */
#include "truth.h"

static int global = 1;

int main(void)
{
    static int local = 1;
    int rank = begin();
    global += rank;
    local *= rank;
    MPI_Barrier(WORLD);
    assert(global == 1 + rank && local == rank);
    return end();
}
