/* mazurka: -n 2 => file-race|assertion */
/* Both open the file with "w", which empties it: what one has written may be lost. */
#include "truth.h"

int main(void)
{
    struct stat info;
    int rank = begin();
    FILE *file = fopen("data.txt", "w");
    if (rank == 0)
        fprintf(file, "hello");
    fclose(file);
    MPI_Barrier(WORLD);
    assert(stat("data.txt", &info) == 0 && info.st_size == 5);
    return end();
}
