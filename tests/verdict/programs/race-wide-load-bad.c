/* mazurka: -n 2 => local-race: reads the buffer of MPI_Irecv ... (by a vector load of 16 bytes, of which the source may need less */
/* A load of a whole vector, a part of which is in the buffer. The binary reads it; whether
 * the source needed that, only the compiler knows. */
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
