/* mazurka: -n 2 => verified */
/* holds for: addresses in messages that nobody follows */
/* A function's address is sent: it is another one in each process, and nobody calls it. */
#include "truth.h"

int main(void)
{
    begin();
    int (*function)(void) = main;
    MPI_Bcast(&function, sizeof function, MPI_BYTE, 0, WORLD);
    return end();
}
