/* mazurka: -n 2 => assertion|unsupported */
/* The same, but the rank remembers the answer and looks at it after a barrier. */
#include "truth.h"

int main(void)
{
    begin();
    int answer = mkdir("out", 0755);
    MPI_Barrier(WORLD);
    assert(answer == 0);
    return end();
}
