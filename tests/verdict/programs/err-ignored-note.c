/* mazurka: -n 2 => verified+any|finding */
/* A call returns an error code that nobody looks at: no outcome is wrong, but it is worth
 * a note. */
#include "truth.h"

int main(void)
{
    int a = 0;
    begin();
    MPI_Comm_set_errhandler(WORLD, MPI_ERRORS_RETURN);
    MPI_Send(&a, 1, MPI_INT, 7, 0, WORLD);
    return end();
}
