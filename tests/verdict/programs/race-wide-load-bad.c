/* mazurka: -n 2 => local-race: reads the buffer of MPI_Irecv */
/* A load of a whole vector, a part of which is in the buffer, and the whole is kept. */
#include "truth.h"

typedef int vector __attribute__((vector_size(16)));

int main(void)
{
    static int a[8] __attribute__((aligned(16)));
    static vector sink;
    MPI_Request q;
    if (begin() == 0) {
        MPI_Irecv(&a[2], 2, MPI_INT, 1, 0, WORLD, &q);
        *(volatile vector *)&sink = *(volatile vector *)a;
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Send(a, 2, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
