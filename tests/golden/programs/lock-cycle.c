/* mazurka: -n 2 => deadlock */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
int main(int argc, char **argv)
{
    int rank, size, x = 0, y = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win w;
    int *m;
    MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &m, &w);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, w);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1 - rank, 0, w);
    MPI_Put(&x, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, w);
    MPI_Win_unlock(1 - rank, w);
    MPI_Win_unlock(rank, w);
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
