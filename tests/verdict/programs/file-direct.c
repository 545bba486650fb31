/* mazurka: -n 2 => verified */
/* mazurka: -n 2 -- parts => unsupported; with O_DIRECT */
/* holds for: O_DIRECT with blocks of 512 bytes */
/* Each rank has a file of its own, which it writes and reads in whole blocks. */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank;
    char name[20], *out = aligned_alloc(4096, 8192), *in = aligned_alloc(4096, 8192);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    snprintf(name, sizeof name, "direct.%d", rank);
    int f = open(name, O_CREAT | O_RDWR | O_DIRECT, 0600);
    assert(f >= 0 && fcntl(f, F_GETFL) & O_DIRECT);
    memset(out, rank + 1, 8192);
    assert(pwrite(f, out, 8192, 0) == 8192 && pread(f, in, 4096, 4096) == 4096);
    assert(!memcmp(in, out, 4096));
    if (argc > 1)
        assert(write(f, out, 5) == 5);
    close(f);
    free(out);
    free(in);
    MPI_Finalize();
    return 0;
}
