/* mazurka: -n 2 -- c11 => unsupported: accesses memory of a window by an atomic instruction */
/* mazurka: -n 2 -- mpi => verified!any */
/* mpich: passes */
/* Ranks count in shared memory. By atomics of C11 they can; we give each rank a copy, and say that we cannot tell. */
#include "truth.h"
#include <stdatomic.h>

int main(int argc, char **argv)
{
    int rank = begin(), unit, one = 1, before;
    MPI_Aint size;
    MPI_Win w;
    _Atomic int *counter;
    MPI_Win_allocate_shared(rank ? 0 : sizeof(int), sizeof(int), MPI_INFO_NULL, WORLD, &counter, &w);
    MPI_Win_shared_query(w, 0, &size, &unit, &counter);
    MPI_Win_lock_all(0, w);
    if (!rank)
        *(volatile int *)counter = 0;
    MPI_Win_sync(w);
    MPI_Barrier(WORLD);
    MPI_Win_sync(w);
    if (argc > 1 && !strcmp(argv[1], "c11"))
        atomic_fetch_add(counter, 1);
    else
        MPI_Fetch_and_op(&one, &before, MPI_INT, 0, 0, MPI_SUM, w);
    MPI_Win_unlock_all(w);
    MPI_Barrier(WORLD);
    MPI_Win_free(&w);
    return end();
}
