/* mazurka: -n 3 => assertion */
/* Printing much does not hide what is wrong. */
#include "truth.h"

int main(void)
{
    if (begin() == 0) {
        MPI_Status status;
        int word;
        MPI_Recv(&word, 1, MPI_INT, ANY, 0, WORLD, &status);
        for (int i = 0; i < 20000; i++)
            printf("%099d\n", i);
        hear(ANY, 0);
        assert(status.MPI_SOURCE == 1);
    } else {
        tell(0, 0);
    }
    return end();
}
