/* mazurka: -n 2 => verified */
/* file: data.txt abc */
/* Both kinds of mappings show what was written before they were made. */
#include "truth.h"

int main(void)
{
    struct stat before, after;
    int rank = begin(), fd = open("data.txt", O_RDWR);
    if (rank == 0)
        assert(pwrite(fd, "Z", 1, 0) == 1);
    MPI_Barrier(WORLD);
    assert(!fstat(fd, &before));
    const char *own = mmap(NULL, 3, PROT_READ, MAP_PRIVATE, fd, 0);
    const char *all = mmap(NULL, 3, PROT_READ, MAP_SHARED, fd, 0);
    assert(!memcmp(own, "Zbc", 3) && !memcmp(all, "Zbc", 3));
    assert(!fstat(fd, &after) && before.st_mtime == after.st_mtime);
    return end();
}
