/* mazurka: -n 2 => verified|unsupported */
/* A directory is a lock: exactly one rank makes it. */
#include "truth.h"

int main(void)
{
    begin();
    int won = mkdir("lock", 0755) == 0, sum;
    MPI_Allreduce(&won, &sum, 1, MPI_INT, MPI_SUM, WORLD);
    assert(sum == 1);
    return end();
}
