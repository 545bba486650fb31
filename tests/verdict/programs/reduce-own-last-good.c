/* mazurka: -n 3 => verified!reduction-order */
/* An operator that is associative and declared not to commute is applied in the order of
 * the ranks. */
#include "truth.h"

static void last(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)in, (void)inout, (void)n,
        (void)type; /* in op inout = inout: the later rank's */
}

int main(void)
{
    int rank = begin(), result;
    MPI_Op op;
    MPI_Op_create(last, 0, &op);
    MPI_Allreduce(&rank, &result, 1, MPI_INT, op, WORLD);
    assert(result == 2);
    MPI_Op_free(&op);
    return end();
}
