/* mazurka: -n 4 => verified */
/* cc: -O2 */
/* The same after messages, translated for speed, and with an answer that nobody looks at. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    for (int i = 0; i < 3; i++) {
        char name[16];
        snprintf(name, sizeof name, "step%d", i);
        if (rank == 0)
            for (int k = 0; k < 3; k++)
                hear(MPI_ANY_SOURCE, i);
        else
            tell(0, i);
        if (mkdir(name, 0755) < 0 && errno != EEXIST)
            return 1;
        mkdir("all", 0755);
    }
    return end();
}
