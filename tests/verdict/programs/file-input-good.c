/* mazurka: -n 3 => verified */
/* holds for: input|file */
/* file: input.txt 17\n */
/* All read the same input, which nobody writes. */
#include "truth.h"

int main(void)
{
    int x = 0;
    begin();
    FILE *file = fopen("input.txt", "r");
    assert(file && fscanf(file, "%d", &x) == 1 && x == 17);
    fclose(file);
    return end();
}
