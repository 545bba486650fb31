/* mazurka: -- single => verified; 3 outcomes
 * mazurka: -- copy => verified; 3 outcomes
 * mazurka: -- nowait => verified; 9 outcomes
 * mazurka: -- sections => verified; 27 outcomes
 * mazurka: -- master => verified; 1 outcome
 * mazurka: -- combined => verified; 9 outcomes
 * mazurka: -- late => assertion: mine failed
 *
 * What one thread of three does. */
#include <assert.h>
#include <omp.h>
#include <string.h>
int main(int argc, char **argv)
{
    int n = 0, who = -1, set = 0, a = 0, b = 0, c = 0;
    omp_set_num_threads(3);
    if (!strcmp(argv[1], "single")) {
#pragma omp parallel
#pragma omp single
        n++;
        assert(n == 1);
    } else if (!strcmp(argv[1], "copy")) {
#pragma omp parallel
        {
            int mine = -1;
#pragma omp single copyprivate(mine)
            mine = 7;
            assert(mine == 7);
        }
    } else if (!strcmp(argv[1], "nowait")) {
#pragma omp parallel
        {
#pragma omp single nowait
            a++;
#pragma omp single
            b++;
        }
        assert(a == 1 && b == 1);
    } else if (!strcmp(argv[1], "sections")) {
#pragma omp parallel
        {
#pragma omp sections
            {
#pragma omp section
                a++;
#pragma omp section
                b++;
#pragma omp section
                c++;
            }
            assert(a == 1 && b == 1 && c == 1);
        }
    } else if (!strcmp(argv[1], "combined")) {
#pragma omp parallel sections
        {
#pragma omp section
            a++;
#pragma omp section
            b++;
        }
        assert(a == 1 && b == 1);
    } else if (!strcmp(argv[1], "master")) {
#pragma omp parallel
        {
#pragma omp master
            who = omp_get_thread_num();
#pragma omp barrier
            assert(who == 0);
        }
    } else { /* nobody waits for the single region */
#pragma omp parallel
        {
            int mine;
#pragma omp single nowait
            {
#pragma omp critical
                set = 1;
            }
#pragma omp critical
            mine = set;
            assert(mine);
        }
    }
    return 0;
}
