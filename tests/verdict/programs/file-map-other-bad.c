/* mazurka: -n 2 => unsupported: writes data.txt, which rank 1 has mapped */
/* file: data.txt abc */
/* Rank 1 maps the file, and looks at it after rank 0 has written it: a page that was not
 * looked at before shows the new byte. */
#include "truth.h"

int main(void)
{
    int rank = begin(), fd = open("data.txt", O_RDWR);
    volatile char *text = NULL;
    if (rank == 1)
        text = mmap(NULL, 3, PROT_READ, MAP_PRIVATE, fd, 0);
    MPI_Barrier(WORLD);
    if (rank == 0)
        assert(pwrite(fd, "Z", 1, 0) == 1);
    MPI_Barrier(WORLD);
    assert(rank == 0 || text[0] == 'a');
    return end();
}
