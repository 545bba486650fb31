/* mazurka: -n 4 => assertion|verified+reduction-order */
/* Subtraction is not associative: even in the order of the ranks, the result depends on
 * how MPI groups. */
#include "truth.h"

static void minus(void *in, void *inout, int *n, MPI_Datatype *type)
{
    int *a = in, *b = inout;
    (void)type;
    for (int i = 0; i < *n; i++)
        b[i] = a[i] - b[i];
}

int main(void)
{
    int one = 1, result;
    MPI_Op op;
    begin();
    MPI_Op_create(minus, 0, &op);
    MPI_Allreduce(&one, &result, 1, MPI_INT, op, WORLD);
    assert(result == -2);
    MPI_Op_free(&op);
    return end();
}
