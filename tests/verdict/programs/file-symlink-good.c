/* mazurka: -n 2 => verified|unsupported */
/* file: data.txt abc */
/* The writing through one name is ordered before the reading through the other. */
#include "truth.h"

int main(void)
{
    char c;
    int rank = begin();
    if (rank == 0) {
        symlink("data.txt", "link.txt");
        int fd = open("data.txt", O_WRONLY);
        assert(write(fd, "x", 1) == 1);
        close(fd);
    }
    MPI_Barrier(WORLD);
    int fd = open("link.txt", O_RDONLY);
    assert(read(fd, &c, 1) == 1 && c == 'x');
    return end();
}
