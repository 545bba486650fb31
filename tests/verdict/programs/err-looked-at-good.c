/* mazurka: -n 2 => verified */
/* The error code is looked at, and the program goes on as it should. */
#include "truth.h"

int main(void)
{
    int a = 0, code, class;
    begin();
    MPI_Comm_set_errhandler(WORLD, MPI_ERRORS_RETURN);
    code = MPI_Send(&a, 1, MPI_INT, 7, 0, WORLD);
    assert(code != MPI_SUCCESS);
    MPI_Error_class(code, &class);
    assert(class == MPI_ERR_RANK);
    return end();
}
