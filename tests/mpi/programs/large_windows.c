/* mazurka: -n 2 --executions 1 --show-output => exit-code */
/* env: SAY_EXIT=1 */
/* mpich: prints the same */
/* Functions of windows for large counts, with counts that are not: their results. */
#include "say.h"

#define TO 4, MPI_INT, 1 - rank, 1, 4, MPI_INT

int main(int argc, char **argv)
{
    int own[8] = {0}, a[4], b[4] = {0}, c[4] = {0}, *base;
    MPI_Aint bytes, unit;
    MPI_Request r;
    MPI_Win win, shared;
    begin(&argc, &argv);
    for (int i = 0; i < 4; i++)
        a[i] = 10 * rank + i;
    MPI_Win_create_c(own, sizeof own, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put_c(a, TO, win);
    MPI_Win_fence(0, win);
    MPI_Accumulate_c(a, TO, MPI_SUM, win);
    MPI_Win_fence(0, win);
    SAY_INTS(own, 8);
    MPI_Get_c(b, TO, win);
    MPI_Win_fence(0, win);
    SAY_INTS(b, 4);
    MPI_Get_accumulate_c(a, 4, MPI_INT, c, TO, MPI_REPLACE, win);
    MPI_Win_fence(0, win);
    SAY_INTS(c, 4);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1 - rank, 0, win);
    MPI_Rput_c(a, TO, win, &r), MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Win_flush(1 - rank, win);
    MPI_Raccumulate_c(a, TO, MPI_SUM, win, &r), MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Win_flush(1 - rank, win);
    MPI_Rget_accumulate_c(a, 4, MPI_INT, c, TO, MPI_SUM, win, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Win_flush(1 - rank, win);
    MPI_Rget_c(b, TO, win, &r), MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Win_unlock(1 - rank, win);
    SAY_INTS(b, 4);
    SAY_INTS(c, 4);
    MPI_Win_free(&win);
    MPI_Win_allocate_c(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_free(&win);
    MPI_Win_allocate_shared_c(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &shared);
    MPI_Win_shared_query_c(shared, 1, &bytes, &unit, &base);
    SAY("%ld bytes, unit %ld", (long)bytes, (long)unit);
    MPI_Win_free(&shared);
    MPI_Finalize();
}
