/* mazurka: -n 2 => local-race */
/* strcasecmp() of a string that ends in the buffer. */
#include "truth.h"

#include <strings.h>

static char x[64] __attribute__((aligned(4096))) = "HELLO", y[64] = "hello";
static volatile int sink;
static char *hide(char *p)
{
    __asm__ volatile("" : "+r"(p) : : "memory");
    return p;
}

int main(void)
{
    int rank = begin();
    MPI_Request q;
    if (rank == 0) {
        MPI_Irecv(x + 4, 40, MPI_CHAR, 1, 0, WORLD, &q);
        sink = strcasecmp(hide(x), y) + strncasecmp(hide(x), y, 8);
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Send(x, 40, MPI_CHAR, 0, 0, WORLD);
    }
    return end();
}
