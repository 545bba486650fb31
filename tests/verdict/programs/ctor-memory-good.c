/* mazurka: -n 3 => verified */
/* A constructor runs once for every rank, before main. */
#include "truth.h"

static int runs, *block;

__attribute__((constructor)) static void before_main(void)
{
    runs++;
    block = calloc(10, sizeof *block);
}

int main(void)
{
    int rank = begin();
    block[1] += rank;
    MPI_Barrier(WORLD);
    assert(runs == 1 && block[1] == rank);
    return end();
}
