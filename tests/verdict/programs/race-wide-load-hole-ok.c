/* mazurka: -n 2 => verified */
/* cc: -O3 -march=x86-64-v3 -ffast-math */
/* gcc only: clang keeps what it has loaded on the stack, where nobody can tell that it is not used any more */
/* The fourth member of each element is being received, the loop reads the other three,
 * and the compiler loads all four and throws that one away. A thousand of them. */
#include "truth.h"

static struct {
    float x, y, z, w;
} point[1000];

int main(void)
{
    static volatile float sink;
    static float sent[1000];
    float sum = 0;
    if (begin() == 0) {
        MPI_Datatype fourth;
        MPI_Request q;
        MPI_Type_vector(1000, 1, 4, MPI_FLOAT, &fourth);
        MPI_Type_commit(&fourth);
        MPI_Irecv(&point[0].w, 1, fourth, 1, 0, WORLD, &q);
        for (int i = 0; i < 1000; i++)
            sum += point[i].x * point[i].y + point[i].z;
        sink = sum;
        MPI_Wait(&q, IGNORE);
        MPI_Type_free(&fourth);
    } else {
        MPI_Send(sent, 1000, MPI_FLOAT, 0, 0, WORLD);
    }
    return end();
}
