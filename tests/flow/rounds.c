/* SPDX-License-Identifier: Apache-2.0
 *
 * rounds.c - something happens only if the last rank's message comes first in each of
 * four rounds; something else never does. */
#include <mpi.h>
#include <stdio.h>

static void rare(void)
{
    puts("always the last");
}

static void never(void)
{
    puts("more often than there are rounds");
}

int main(int argc, char **argv)
{
    enum { ROUNDS = 4 };
    int rank, size, last = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int round = 0; round < ROUNDS; round++) {
        if (rank)
            MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        for (int i = 1; !rank && i < size; i++) {
            int from;
            MPI_Recv(&from, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            last += i == 1 && from == size - 1;
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (last == ROUNDS)
        rare();
    if (last > ROUNDS)
        never();
    MPI_Finalize();
    return 0;
}
