/* mazurka: -n 2 => finding */
/* A message that was matched by Mprobe must be received. */
#include "truth.h"

int main(void)
{
    int a = 0;
    if (begin() == 0) {
        MPI_Message message;
        MPI_Mprobe(1, 0, WORLD, &message, IGNORE);
    } else {
        MPI_Send(&a, 1, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
