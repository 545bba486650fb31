/* mazurka: -n 2 => file-race: data.txt */
/* file: data.txt abc */
/* Rank 1 maps the file while rank 0 writes it: nothing says which byte it sees. */
#include "truth.h"

int main(void)
{
    int rank = begin(), fd = open("data.txt", O_RDWR);
    if (rank == 0) {
        assert(pwrite(fd, "Z", 1, 0) == 1);
    } else {
        volatile char *text = mmap(NULL, 3, PROT_READ, MAP_PRIVATE, fd, 0);
        assert(text != MAP_FAILED);
    }
    return end();
}
