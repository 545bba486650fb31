/* mazurka: -n 2 => assertion|truncation */
/* The message is longer than its buffer; the error is returned and ignored, so that not
 * everything has come. */
#include "truth.h"

int main(void)
{
    int a[2] = {1, 1};
    int rank = begin();
    MPI_Comm_set_errhandler(WORLD, MPI_ERRORS_RETURN);
    if (rank == 0) {
        int got[2] = {0, 0};
        MPI_Recv(got, 1, MPI_INT, 1, 0, WORLD, IGNORE);
        assert(got[0] + got[1] == 2);
    } else {
        MPI_Send(a, 2, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
