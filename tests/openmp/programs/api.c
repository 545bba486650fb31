/* mazurka: => verified; 1 outcome
 * holds for: parallel regions inside of others have one thread
 *
 * What OpenMP's functions tell. */
#include <assert.h>
#include <omp.h>
static int mine;
#pragma omp threadprivate(mine)
int main(void)
{
    omp_sched_t kind;
    int chunk, seen[3] = {0};
    assert(!omp_in_parallel() && omp_get_num_threads() == 1 && omp_get_thread_num() == 0);
    assert(omp_get_max_threads() == 2 && omp_get_level() == 0);
    omp_set_num_threads(3);
    omp_set_schedule(omp_sched_guided, 4);
    omp_get_schedule(&kind, &chunk);
    assert(kind == omp_sched_guided && chunk == 4);
    omp_set_nested(1);
    assert(!omp_get_nested() && omp_get_cancellation() == 0);
    double t = omp_get_wtime();
    mine = 5;
#pragma omp parallel copyin(mine)
    {
        int me = omp_get_thread_num();
        assert(omp_in_parallel() && omp_get_num_threads() == 3 && omp_get_level() == 1);
        assert(omp_get_ancestor_thread_num(0) == 0 && omp_get_ancestor_thread_num(1) == me);
        assert(omp_get_team_size(1) == 3 && omp_get_team_size(0) == 1 && omp_get_team_size(2) == -1);
        assert(mine == 5);
        mine = 10 + me;
        seen[me] = 1;
        omp_set_num_threads(2);
#pragma omp parallel
        {
            assert(omp_get_num_threads() == 1 && omp_get_thread_num() == 0 && omp_get_level() == 2);
            assert(omp_get_active_level() == 1 && omp_get_ancestor_thread_num(1) == me);
#pragma omp barrier
        }
    }
    assert(seen[0] && seen[1] && seen[2] && omp_get_max_threads() == 3);
#pragma omp parallel
    assert(mine == 10 + omp_get_thread_num());
#pragma omp parallel if (0)
    assert(omp_get_num_threads() == 1 && !omp_in_parallel());
#pragma omp parallel num_threads(2)
    assert(omp_get_num_threads() == 2);
    assert(omp_get_wtime() >= t && omp_get_wtick() > 0);
    return 0;
}
