/* mazurka: -n 3 => deadlock */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
    int rank, size, x = 0, y = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win w;
    int *m;
    MPI_Group all, g;
    int others[2] = {1, 2}, zero = 0;
    MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &m, &w);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    if (rank == 0) {
        MPI_Group_incl(all, 2, others, &g);
        MPI_Win_post(g, 0, w);
        MPI_Win_wait(w);
    } else if (rank == 1) {
        MPI_Group_incl(all, 1, &zero, &g);
        MPI_Win_start(g, 0, w);
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
        MPI_Win_complete(w);
    }
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
