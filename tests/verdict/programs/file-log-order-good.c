/* mazurka: -n 2 => verified|unsupported */
/* The appends are ordered by a message, and the reading comes behind both. */
#include "truth.h"

int main(void)
{
    char text[5] = "";
    int rank = begin(), fd = open("log.txt", O_CREAT | O_RDWR | O_APPEND, 0600);
    if (rank == 1)
        hear(0, 0);
    assert(write(fd, rank ? "b" : "a", 1) == 1);
    if (rank == 0)
        tell(1, 0);
    MPI_Barrier(WORLD);
    assert(pread(fd, text, 4, 0) == 2 && strcmp(text, "ab") == 0);
    return end();
}
