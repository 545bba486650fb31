/* mazurka: -n 3 => assertion|unsupported */
/* What is in the file depends on which message came first. */
#include "truth.h"

int main(void)
{
    if (begin() == 0) {
        MPI_Status status;
        int word, x = 0;
        MPI_Recv(&word, 1, MPI_INT, ANY, 0, WORLD, &status);
        FILE *file = fopen("data.txt", "w+");
        fprintf(file, "%d", status.MPI_SOURCE);
        hear(ANY, 0);
        rewind(file);
        assert(fscanf(file, "%d", &x) == 1 && x == 1);
        fclose(file);
    } else {
        tell(0, 0);
    }
    return end();
}
