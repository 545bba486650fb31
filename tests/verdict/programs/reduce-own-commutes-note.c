/* mazurka: -n 2 => verified+reduction-order */
/* An operator that says that it commutes, and does not: with two ranks, too. */
#include "truth.h"

static void minus(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)n, (void)type;
    *(int *)inout = *(int *)in - *(int *)inout;
}

int main(void)
{
    int rank = begin(), result;
    MPI_Op op;
    MPI_Op_create(minus, 1, &op);
    MPI_Allreduce(&rank, &result, 1, MPI_INT, op, WORLD);
    MPI_Op_free(&op);
    return end();
}
