/* mazurka: -n 2 => file-race|assertion|unsupported */
/* The standard send may be complete before rank 1 has done anything. */
#include "truth.h"

int main(void)
{
    int word = 0;
    if (begin() == 0) {
        MPI_Send(&word, 1, MPI_INT, 1, 0, WORLD);
        assert(access("data.txt", F_OK) == 0);
    } else {
        close(open("data.txt", O_CREAT | O_WRONLY, 0600));
        hear(0, 0);
    }
    return end();
}
