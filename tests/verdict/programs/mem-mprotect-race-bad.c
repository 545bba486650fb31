/* mazurka: -n 3 => crash|unsupported */
/* Only if rank 2's message comes first, the page is protected when it is written. */
#include "truth.h"

int main(void)
{
    char *page =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (begin() == 0) {
        MPI_Status status;
        int word;
        MPI_Recv(&word, 1, MPI_INT, ANY, 0, WORLD, &status);
        if (status.MPI_SOURCE == 2)
            mprotect(page, 4096, PROT_READ);
        hear(ANY, 0);
        page[0] = 1;
    } else {
        tell(0, 0);
    }
    return end();
}
