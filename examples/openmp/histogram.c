/* mazurka: => data-race: at histogram.c:32, and nothing orders the two
 * mazurka: -- critical => verified; 2 outcomes
 * cc: -fsanitize=thread
 *
 * A histogram: nothing orders what threads of the team add to one bin.
 *
 *     gcc -g -fopenmp -fsanitize=thread histogram.c -o histogram
 *     mazurka run ./histogram
 *     mazurka run ./histogram critical */
#include <stdio.h>

enum { VALUES = 8, BINS = 2 };

int main(int argc, char **argv)
{
    int bin[BINS] = {0}, value[VALUES] = {0, 1, 1, 0, 1, 0, 0, 1};
    (void)argv;
    if (argc > 1) {
#pragma omp parallel
        {
            int mine[BINS] = {0};
#pragma omp for
            for (int i = 0; i < VALUES; i++)
                mine[value[i]]++;
#pragma omp critical
            for (int i = 0; i < BINS; i++)
                bin[i] += mine[i];
        }
    } else {
#pragma omp parallel for
        for (int i = 0; i < VALUES; i++)
            bin[value[i]]++;
    }
    printf("%d %d\n", bin[0], bin[1]);
    return 0;
}
