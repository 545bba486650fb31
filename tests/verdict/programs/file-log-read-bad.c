/* mazurka: -n 2 => file-race|assertion|unsupported */
/* The order of two appends is open, and so is which line is the first. */
#include "truth.h"

int main(void)
{
    char line[20];
    int rank = begin();
    FILE *file = fopen("log.txt", "a+");
    fprintf(file, "%d\n", rank);
    fflush(file);
    MPI_Barrier(WORLD);
    if (rank == 0) {
        rewind(file);
        assert(fgets(line, 20, file) && line[0] == '0');
    }
    fclose(file);
    return end();
}
