/* mazurka: -n 2 => finding */
/* The program looks at the error code, and aborts. */
#include "truth.h"

int main(void)
{
    int a = 0;
    begin();
    MPI_Comm_set_errhandler(WORLD, MPI_ERRORS_RETURN);
    if (MPI_Send(&a, 1, MPI_INT, 7, 0, WORLD) != MPI_SUCCESS)
        MPI_Abort(WORLD, 3);
    return end();
}
