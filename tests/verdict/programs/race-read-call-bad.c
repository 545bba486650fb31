/* mazurka: -n 2 => local-race: system call */
/* A file is read into a buffer that is being sent. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    char a[64] = "";
    int fd = open("/dev/zero", O_RDONLY);
    MPI_Request q;
    if (rank == 0) {
        MPI_Isend(a, 32, MPI_CHAR, 1, 0, WORLD, &q);
        sink = read(fd, a, 8);
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Recv(a, 32, MPI_CHAR, 0, 0, WORLD, IGNORE);
        close(fd);
    }
    return end();
}
