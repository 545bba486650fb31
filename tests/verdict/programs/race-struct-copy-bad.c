/* mazurka: -n 2 => local-race */
/* A structure is copied of which a part is being received. */
#include "truth.h"

static volatile long sink;

int main(void)
{
    int rank = begin();
    struct both {
        long a[4];
        int x;
    } s = {{0}, 0}, t = {{0}, 0}, u;
    MPI_Request q;
    if (rank == 0) {
        MPI_Irecv(&s.x, 1, MPI_INT, 1, 0, WORLD, &q);
        __asm__ volatile("" : : "r"(&s) : "memory");
        u = s;
        __asm__ volatile("" : : "r"(&u) : "memory"); /* all of it is copied */
        sink = u.a[1];
        MPI_Wait(&q, IGNORE);
    } else {
        tell(0, 0);
        u = s;
        t = u;
    }
    return end();
}
