/* mazurka: -n 3 --keep-going => verified
 *
 * A rod that is hot at one end: each rank has a piece and tells its neighbours about its
 * ends in every step. */
#include <assert.h>
#include <math.h>
#include <mpi.h>
#include <string.h>

enum { CELLS = 8, STEPS = 5 };

int main(int argc, char **argv)
{
    int rank, size;
    double now[CELLS + 2] = {0}, next[CELLS + 2], heat, total;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    int right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
    if (rank == 0)
        now[1] = 100;
    for (int step = 0; step < STEPS; step++) {
        MPI_Sendrecv(&now[1], 1, MPI_DOUBLE, left, 0, &now[CELLS + 1], 1, MPI_DOUBLE,
                     right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Sendrecv(&now[CELLS], 1, MPI_DOUBLE, right, 1, &now[0], 1, MPI_DOUBLE, left,
                     1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (left == MPI_PROC_NULL) /* nothing gets out at the ends */
            now[0] = now[1];
        if (right == MPI_PROC_NULL)
            now[CELLS + 1] = now[CELLS];
        for (int i = 1; i <= CELLS; i++)
            next[i] = now[i] + 0.25 * (now[i - 1] - 2 * now[i] + now[i + 1]);
        memcpy(now + 1, next + 1, CELLS * sizeof *now);
        heat = 0;
        for (int i = 1; i <= CELLS; i++)
            heat += now[i];
        MPI_Allreduce(&heat, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        assert(fabs(total - 100) < 1e-9);
    }
    MPI_Finalize();
    return 0;
}
