/* mazurka: -n 4 -a states --tracking {kernel,faults,off} => verified|unsupported */
/* SPDX-License-Identifier: Apache-2.0
 *
 * mem-regrown-good.c - rank 0 has a large heap, and makes it larger or not, depending on
 * whose message comes first: by pages that are all zero, by pages with other content, or
 * not at all. A heap that was smaller in between must not show what a larger one has left
 * behind its end. */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#define BASE ((size_t)1 << 20)
#define MORE ((size_t)200 << 10)

static int receive(int tag)
{
    int x;
    MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return x;
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        char *base = malloc(BASE), *more = NULL, expected = 0;
        memset(base, 1, BASE);
        int first = receive(0);
        if (first == 1)
            more = calloc(1, MORE);
        if (first == 2) {
            more = malloc(MORE);
            memset(more, expected = 7, MORE);
        }
        for (int i = 0; i < 2; i++)
            receive(0);
        for (int i = 0; i < 3; i++)
            receive(1);
        for (size_t i = 0; more && i < MORE; i++)
            assert(more[i] == expected);
        free(more);
        free(base);
    } else {
        for (int tag = 0; tag < 2; tag++)
            MPI_Send(&rank, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
