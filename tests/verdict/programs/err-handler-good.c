/* mazurka: -n 1 => verified */
/* A handler of the program's is called with the communicator and the code, and the call
 * returns. */
#include "truth.h"

static int called;

static void handler(MPI_Comm *comm, int *code, ...)
{
    int class;
    MPI_Error_class(*code, &class);
    assert(*comm == WORLD && class == MPI_ERR_TAG);
    called++;
}

int main(void)
{
    int a = 0;
    MPI_Errhandler own;
    begin();
    MPI_Comm_create_errhandler(handler, &own);
    MPI_Comm_set_errhandler(WORLD, own);
    MPI_Errhandler_free(&own);
    int code = MPI_Send(&a, 1, MPI_INT, 0, -7, WORLD);
    assert(called == 1 && code != MPI_SUCCESS);
    return end();
}
