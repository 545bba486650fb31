/* mazurka: -n 2 => verified */
/* file: data.txt abc */
/* Rank 0 writes bytes that rank 1 has not mapped. */
#include "truth.h"

int main(void)
{
    int rank = begin(), fd = open("data.txt", O_RDWR);
    if (rank == 0)
        assert(!ftruncate(fd, 16384));
    MPI_Barrier(WORLD);
    if (rank == 0) {
        assert(pwrite(fd, "Z", 1, 8192) == 1);
    } else {
        volatile char *text = mmap(NULL, 3, PROT_READ, MAP_PRIVATE, fd, 0);
        assert(text[0] == 'a');
    }
    return end();
}
