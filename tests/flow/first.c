/* SPDX-License-Identifier: Apache-2.0
 *
 * first.c - something happens only if the last rank's message comes first. */
#include <mpi.h>
#include <stdio.h>

static void strange(int rank)
{
    printf("rank %d came first\n", rank);
}

int main(int argc, char **argv)
{
    int rank, size, x, first = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        for (int i = 1; i < size; i++) {
            MPI_Status s;
            MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &s);
            if (i == 1)
                first = s.MPI_SOURCE;
        }
        if (first == size - 1)
            strange(first);
        if (first == size)
            strange(-1);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
