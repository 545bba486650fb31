/* mazurka: -n 3 => file-race|assertion */
/* Nothing orders the writing of rank 0 and the reading of the others. */
#include "truth.h"

int main(void)
{
    int x = 0, rank = begin();
    if (rank == 0) {
        FILE *file = fopen("data.txt", "w");
        fprintf(file, "%d\n", 42);
        fclose(file);
    } else {
        FILE *file = fopen("data.txt", "r");
        assert(file && fscanf(file, "%d", &x) == 1 && x == 42);
        fclose(file);
    }
    return end();
}
