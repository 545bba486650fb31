/* mazurka: -n 2 => unsupported: writes hard.txt, which rank 1 has mapped */
/* file: data.txt abc */
/* hard link: hard.txt data.txt */
/* Rank 0 empties a file that rank 1 has mapped by another name: SIGBUS. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    volatile char *text = NULL;
    if (rank == 1) {
        int fd = open("hard.txt", O_RDONLY);
        text = mmap(NULL, 3, PROT_READ, MAP_SHARED, fd, 0);
        assert(text != MAP_FAILED);
    }
    MPI_Barrier(WORLD);
    if (rank == 0)
        assert(!truncate("data.txt", 0));
    MPI_Barrier(WORLD);
    assert(rank == 0 || text[0] == 'a');
    return end();
}
