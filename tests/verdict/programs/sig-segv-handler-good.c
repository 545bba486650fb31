/* mazurka: -n 2 => verified|unsupported */
/* The program catches the fault and goes on elsewhere. */
#include "truth.h"
#include <setjmp.h>

static sigjmp_buf back;

static void handler(int number)
{
    (void)number;
    siglongjmp(back, 1);
}

int main(void)
{
    volatile int *volatile p = NULL;
    begin();
    signal(SIGSEGV, handler);
    if (sigsetjmp(back, 1) == 0) {
        *p = 1;
        assert(0);
    }
    signal(SIGSEGV, SIG_DFL);
    MPI_Barrier(WORLD);
    return end();
}
