/* mazurka: => verified; 2 outcomes; 2 threads: every schedule
 * mazurka: -- 3 => verified; 6 outcomes; 3 threads
 * mazurka: -- 4 => verified; 24 outcomes
 * mazurka: -a exhaustive -- 2 => verified; 2 traces
 * mazurka: -a dpor -- 3 => verified; 6 outcomes
 * mazurka: -- 2 named => verified; 4 outcomes
 * mazurka: -- 2 halves => assertion: counter == n failed
 *
 * Threads count in a critical region; halves: reading and writing are two of them. */
#include <assert.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
    int counter = 0, other = 0, n = 0;
    int halves = argc > 2 && !strcmp(argv[2], "halves"), named = argc > 2 && !strcmp(argv[2], "named");
    if (argc > 1)
        omp_set_num_threads(atoi(argv[1]));
#pragma omp parallel
    {
        int seen;
#pragma omp critical
        {
            n = omp_get_num_threads();
            seen = counter;
            if (!halves)
                counter = seen + 1;
        }
        if (halves) {
#pragma omp critical
            counter = seen + 1;
        }
        if (named) {
#pragma omp critical(another)
            other++;
        }
    }
    assert(counter == n);
    assert(!named || other == n);
    return 0;
}
