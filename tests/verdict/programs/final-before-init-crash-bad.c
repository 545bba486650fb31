/* mazurka: -n 2 => crash */
/* The variables of main are larger than the stack: it fails before it can call MPI_Init. */
#include "truth.h"

int main(void)
{
    begin();
    volatile char table[9 << 20];
    __asm__ volatile("" : : "r"(table) : "memory"); /* all of it is there */
    table[0] = 1;
    table[sizeof table - 1] = 2;
    return end();
}
