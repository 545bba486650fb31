/* mazurka: -- static => verified; 1 outcome
 * mazurka: -- chunks => verified; 1 outcome
 * mazurka: -- dynamic => verified; 32 outcomes
 * mazurka: -a exhaustive -- short => verified; 8 traces
 * mazurka: -- pairs => verified; 8 outcomes
 * mazurka: -- guided => verified; 16 outcomes
 * mazurka: -- runtime => verified; 8 outcomes
 * mazurka: -- unsigned => verified; 8 outcomes
 * mazurka: -- down => verified; 8 outcomes
 * mazurka: -- empty => verified; 1 outcome
 * mazurka: -- order => assertion: first == 0 failed
 * env: OMP_SCHEDULE=dynamic,2
 *
 * Each iteration is performed once, by one thread; which one is explored for schedules that do not say. */
#include <assert.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
static int done[16], who[16];
static int is(const char *a, const char *b)
{
    return !strcmp(a, b);
}
static void mark(int i)
{
    done[i]++;
    who[i] = omp_get_thread_num();
}
static void check(int from, int to, int step)
{
    for (int i = 0; i < 16; i++)
        assert(done[i] == (i >= from && i < to && (i - from) % step == 0));
}
int main(int argc, char **argv)
{
    const char *what = argv[1];
    if (is(what, "static")) {
#pragma omp parallel for
        for (int i = 0; i < 7; i++)
            mark(i);
        check(0, 7, 1);
        assert(who[3] == 0 && who[4] == 1);
    } else if (is(what, "chunks")) {
#pragma omp parallel for schedule(static, 2)
        for (int i = 1; i < 12; i += 2)
            mark(i);
        check(1, 12, 2);
        assert(who[1] == 0 && who[3] == 0 && who[5] == 1 && who[9] == 0);
    } else if (is(what, "dynamic")) {
#pragma omp parallel for schedule(dynamic)
        for (int i = 0; i < 5; i++)
            mark(i);
        check(0, 5, 1);
    } else if (is(what, "short")) {
#pragma omp parallel for schedule(dynamic)
        for (int i = 0; i < 3; i++)
            mark(i);
        check(0, 3, 1);
    } else if (is(what, "pairs")) {
#pragma omp parallel for schedule(dynamic, 2)
        for (int i = 0; i < 5; i++)
            mark(i);
        check(0, 5, 1);
        assert(who[0] == who[1] && who[2] == who[3]);
    } else if (is(what, "guided")) { /* 4, 2, 1, 1 */
#pragma omp parallel for schedule(guided)
        for (int i = 0; i < 8; i++)
            mark(i);
        check(0, 8, 1);
        assert(who[0] == who[3] && who[4] == who[5]);
    } else if (is(what, "runtime")) {
#pragma omp parallel for schedule(runtime)
        for (int i = 0; i < 6; i++)
            mark(i);
        check(0, 6, 1);
    } else if (is(what, "unsigned")) {
#pragma omp parallel for schedule(dynamic, 3)
        for (unsigned long long i = 1; i < 8; i++)
            mark((int)i);
        check(1, 8, 1);
    } else if (is(what, "down")) {
#pragma omp parallel for schedule(dynamic)
        for (int i = 6; i > 0; i -= 2)
            mark(i);
        check(2, 7, 2);
    } else if (is(what, "empty")) {
#pragma omp parallel for schedule(dynamic)
        for (int i = 0; i < argc - 2; i++)
            mark(i);
        check(0, 0, 1);
    } else { /* who says that the first iteration comes first? */
        int first = -1;
#pragma omp parallel for schedule(dynamic)
        for (int i = 0; i < 2; i++)
#pragma omp critical
            if (first < 0)
                first = i;
        assert(first == 0);
    }
    return 0;
}
