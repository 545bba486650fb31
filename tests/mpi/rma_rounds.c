/* mpich: compiles */
/* SPDX-License-Identifier: Apache-2.0
 *
 * rma_rounds.c - a loop that looks at a window and counts its rounds, so that it never
 * comes back to a state: it is followed as --polls says.
 *
 * mazurka: -n 2 => incomplete; rma_rounds.c:28: asking in vain up to 64 times in a row is explored (--polls N for more)
 * mazurka: -n 2 --polls 5 => incomplete; asking in vain up to 5 times in a row is explored
 *
 * The same without a counter comes back to its state.
 * mazurka: -n 2 -- same => verified */
#include <mpi.h>

int main(int argc, char **argv)
{
    static int word, zero, one = 1, seen;
    volatile int rounds = 0;
    int rank;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&word, sizeof word, sizeof word, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);
    if (rank)
        MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    while (!rank && !seen) {
        rounds += argc == 1;
        MPI_Fetch_and_op(&zero, &seen, MPI_INT, 0, 0, MPI_NO_OP, win);
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
