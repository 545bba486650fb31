/* mazurka: -n 2 => verified|unsupported */
/* Rank 0 makes the file first: then O_EXCL fails for rank 1. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    if (rank == 1)
        hear(0, 0);
    int fd = open("lock", O_CREAT | O_EXCL | O_WRONLY, 0600);
    assert((fd >= 0) == (rank == 0));
    if (rank == 0)
        tell(1, 0);
    return end();
}
