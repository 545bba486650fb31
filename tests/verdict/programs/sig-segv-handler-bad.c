/* mazurka: -n 1 => finding|unsupported */
/* The program catches the fault, and leaves without MPI_Finalize, with an error. */
#include "truth.h"

static void handler(int number)
{
    (void)number;
    _exit(9);
}

int main(void)
{
    volatile int *volatile p = NULL;
    begin();
    signal(SIGSEGV, handler);
    *p = 1;
    return end();
}
