/* mazurka: -- right => verified; 1 outcome
 * mazurka: -- many => verified; 1 outcome
 * mazurka: -- some => invalid-argument: thread 0 of the team waits at a barrier, and thread 1 has come to the end of the parallel region
 * mazurka: -- critical => deadlock
 * mazurka: -- single => invalid-argument|deadlock
 * mazurka: -- constructs => invalid-argument: have not come to the same constructs
 * mazurka: -- task => invalid-argument: waits at a barrier inside of a task
 *
 * All threads of a team meet at the same barriers, or none does. */
#include <assert.h>
#include <omp.h>
#include <string.h>
static void meet(void)
{
#pragma omp barrier
}
int main(int argc, char **argv)
{
    const char *how = argv[1];
    int a[4] = {0}, n = 0;
    if (!strcmp(how, "right")) {
#pragma omp parallel num_threads(4)
        {
            int me = omp_get_thread_num();
            a[me] = 1;
            meet();
            assert(a[0] + a[1] + a[2] + a[3] == 4);
        }
        return 0;
    }
    if (!strcmp(how, "many")) {
        for (int k = 0; k < 30; k++) {
#pragma omp parallel num_threads(2 + k % 2)
            {
                a[omp_get_thread_num()]++;
                meet();
                assert(a[0] == a[1]);
            }
        }
        assert(a[0] == 30 && a[2] == 15);
        return 0;
    }
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        if (!strcmp(how, "some") && !me)
            meet();
        if (!strcmp(how, "critical")) {
#pragma omp critical
            meet();
        }
        if (!strcmp(how, "single")) {
#pragma omp single
            meet();
        }
        if (!strcmp(how, "constructs")) {
            if (me) {
#pragma omp single nowait
                n = 1;
            }
            meet();
        }
        if (!strcmp(how, "task") && me) {
#pragma omp task
            meet();
        }
    }
    return 0;
}
