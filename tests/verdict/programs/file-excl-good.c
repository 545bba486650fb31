/* mazurka: -n 2 => verified|unsupported */
/* Both want to make the lock file: exactly one of them succeeds, whoever it is. */
#include "truth.h"

int main(void)
{
    begin();
    int sum, won = open("lock", O_CREAT | O_EXCL | O_RDWR, 0600) >= 0;
    MPI_Allreduce(&won, &sum, 1, MPI_INT, MPI_SUM, WORLD);
    assert(sum == 1);
    if (won)
        unlink("lock");
    return end();
}
