/* mazurka: -n 2 => file-race|assertion */
/* Two ranks write the same place in no order; the last one counts. */
#include "truth.h"

int main(void)
{
    char c = 0;
    int rank = begin(), fd = open("data.txt", O_CREAT | O_RDWR, 0600);
    assert(pwrite(fd, rank ? "b" : "a", 1, 0) == 1);
    MPI_Barrier(WORLD);
    assert(pread(fd, &c, 1, 0) == 1 && c == 'b');
    return end();
}
