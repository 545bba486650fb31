/* mazurka: -n 2 => file-race|assertion|unsupported */
/* Either rank may be the first to make the file. */
#include "truth.h"

int main(void)
{
    int rank = begin(), fd = open("lock", O_CREAT | O_EXCL | O_WRONLY, 0600);
    assert((fd >= 0) == (rank == 0));
    return end();
}
