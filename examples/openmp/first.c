/* mazurka: => assertion: found == 2 failed
 * mazurka: -- least => verified
 *
 * Looks for the first value that is 7, by several threads: who finds one first has not found the first one.
 * least: each looks whether somebody has found an earlier one.
 *
 *     gcc -g -fopenmp first.c -o first
 *     mazurka run ./first */
#include <assert.h>

int main(int argc, char **argv)
{
    int value[] = {1, 4, 7, 7}, n = sizeof value / sizeof *value, found = -1, least = argc > 1;
    (void)argv;
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < n; i++)
        if (value[i] == 7) {
#pragma omp critical
            if (found < 0 || (least && i < found))
                found = i;
        }
    assert(found == 2);
    return 0;
}
