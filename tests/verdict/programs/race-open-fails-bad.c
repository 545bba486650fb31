/* mazurka: -n 2 => local-race: lets a system call read the buffer */
/* The name, of no file, lies where a message is about to arrive. */
#include "truth.h"

int main(void)
{
    static char name[64] = "nothing.txt";
    MPI_Request q;
    if (begin() == 0) {
        MPI_Irecv(name, sizeof name, MPI_CHAR, 1, 0, WORLD, &q);
        fopen(name, "r");
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Send(name, sizeof name, MPI_CHAR, 0, 0, WORLD);
    }
    return end();
}
