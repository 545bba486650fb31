/* mazurka: -n 3 => verified */
/* Every rank writes a file of its own, and reads it. */
#include "truth.h"

int main(void)
{
    char name[30];
    int x = -1, rank = begin();
    sprintf(name, "out.%d", rank);
    FILE *file = fopen(name, "w+");
    fprintf(file, "%d", rank);
    MPI_Barrier(WORLD);
    rewind(file);
    assert(fscanf(file, "%d", &x) == 1 && x == rank);
    fclose(file);
    return end();
}
