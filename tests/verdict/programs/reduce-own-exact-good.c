/* mazurka: -n 4 => verified!reduction-order */
/* Operators of the program's own whose result is the same in every order: one that
 * commutes, and one that does not and is associative. */
#include "truth.h"

static void largest(void *in, void *inout, int *n, MPI_Datatype *type)
{
    for (int i = 0; i < *n; i++)
        if (((int *)in)[i] > ((int *)inout)[i])
            ((int *)inout)[i] = ((int *)in)[i];
    (void)type;
}

/* Of affine functions x -> ax + b: first the left one, then the right one. */
static void compose(void *in, void *inout, int *n, MPI_Datatype *type)
{
    int *f = in, *g = inout;
    for (int i = 0; i < *n; i += 2, f += 2, g += 2) {
        g[1] += g[0] * f[1];
        g[0] *= f[0];
    }
    (void)type;
}

int main(void)
{
    int rank = begin(), most, f[2] = {rank + 2, rank}, all[2];
    MPI_Op op;
    MPI_Op_create(largest, 1, &op);
    MPI_Allreduce(&rank, &most, 1, MPI_INT, op, WORLD);
    MPI_Op_free(&op);
    MPI_Op_create(compose, 0, &op);
    MPI_Allreduce(f, all, 2, MPI_INT, op, WORLD);
    MPI_Op_free(&op);
    assert(most == 3 && all[0] == 120 && all[1] == ((0 * 3 + 1) * 4 + 2) * 5 + 3);
    return end();
}
