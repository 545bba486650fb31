/* mazurka: -n 2 => file-race|assertion|unsupported */
/* file: data.txt abc */
/* Rank 1 reads through a hard link what rank 0 writes. */
#include "truth.h"

int main(void)
{
    char c;
    int rank = begin();
    if (rank == 0)
        link("data.txt", "hard.txt");
    MPI_Barrier(WORLD);
    if (rank == 0) {
        int fd = open("data.txt", O_WRONLY);
        assert(write(fd, "x", 1) == 1);
    } else {
        int fd = open("hard.txt", O_RDONLY);
        assert(read(fd, &c, 1) == 1 && c == 'a');
    }
    return end();
}
