/* mazurka: -n 2 => local-race */
/* The length of a string is asked for while it is received. */
#include "truth.h"

static volatile long sink;
static char *hide(char *p)
{
    __asm__ volatile("" : "+r"(p) : : "memory");
    return p;
}

int main(void)
{
    int rank = begin();
    struct {
        char name[8], text[24];
    } s = {"rank", "?"};
    MPI_Request q;
    if (rank == 0) {
        MPI_Irecv(s.text, 24, MPI_CHAR, 1, 0, WORLD, &q);
        sink = (long)strlen(hide(s.text));
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Send(s.text, 24, MPI_CHAR, 0, 0, WORLD);
    }
    return end();
}
