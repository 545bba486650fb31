/* mazurka: -n 3 => verified */
/* All append to one log, which nobody reads: no conflict. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    FILE *file = fopen("log.txt", "a");
    fprintf(file, "rank %d\n", rank);
    fclose(file);
    return end();
}
