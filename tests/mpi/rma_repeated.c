/* mpich: compiles */
/* SPDX-License-Identifier: Apache-2.0
 *
 * rma_repeated.c - a loop that puts the same a hundred times, and waits for each: nothing
 * is asked in it, so it is followed to its end, whatever --polls says.
 *
 * mazurka: -n 2 => verified; 1 outcome, all explored
 *
 * An execution with a finding after it is replayed to its end, too.
 * mazurka: -n 2 {,--once} -- twice => rma-race; access bytes 0 to 3 of rank 1's memory */
#include <mpi.h>

int main(int argc, char **argv)
{
    static int word, one = 1;
    int rank;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&word, sizeof word, sizeof word, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (!rank) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        for (int i = 0; i < 100; i++) {
            MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
            MPI_Win_flush(1, win);
        }
        for (int i = 1; i <= argc; i++)
            MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_unlock(1, win);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
