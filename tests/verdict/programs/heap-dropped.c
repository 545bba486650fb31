/* mazurka: -n 4 --tracking {kernel,faults,off} => verified|unsupported */
/* SPDX-License-Identifier: Apache-2.0
 *
 * heap-dropped.c - pages of a large heap are dropped between two receives: whoever goes
 * back to the first of them must find them as they were. */
#include <assert.h>
#include <mpi.h>
#include <string.h>
#include <sys/mman.h>

enum { BYTES = 4 << 20 };

static void check(const char *all, char byte)
{
    for (size_t i = 0; i < BYTES; i += 512)
        assert(all[i] == byte);
}

int main(int argc, char **argv)
{
    int rank, size, x;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        char *all =
            mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        assert(all != MAP_FAILED);
        for (int i = 1; i < size; i++) {
            memset(all, i, BYTES);
            MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            check(all, (char)i);
            madvise(all, BYTES, MADV_DONTNEED);
            MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            check(all, 0);
        }
        munmap(all, BYTES);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
