/* mazurka: -n 3 => assertion|verified+reduction-order */
/* The same operator, declared to commute: any rank's value may be the last. */
#include "truth.h"

static void last(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)in, (void)inout, (void)n, (void)type;
}

int main(void)
{
    int rank = begin(), result;
    MPI_Op op;
    MPI_Op_create(last, 1, &op);
    MPI_Allreduce(&rank, &result, 1, MPI_INT, op, WORLD);
    assert(result == 2);
    MPI_Op_free(&op);
    return end();
}
