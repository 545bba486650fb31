/* mazurka: -n 3 => verified */
/* Rank 0 writes, and the others read behind a barrier: they see what was written. */
#include "truth.h"

int main(void)
{
    int x = 0, rank = begin();
    if (rank == 0) {
        FILE *file = fopen("data.txt", "w");
        fprintf(file, "%d\n", 42);
        fclose(file);
    }
    MPI_Barrier(WORLD);
    FILE *file = fopen("data.txt", "r");
    assert(file && fscanf(file, "%d", &x) == 1 && x == 42);
    fclose(file);
    return end();
}
