/* mazurka: -n 1 => verified+ignored-error */
/* An access that was in error has not begun, so no fence has to complete it. */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Win w;
    double *base, x = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Win_allocate(8, 8, MPI_INFO_NULL, MPI_COMM_SELF, &base, &w);
    MPI_Win_set_errhandler(w, MPI_ERRORS_RETURN);
    MPI_Win_fence(0, w);
    if (MPI_Accumulate(&x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, MPI_BAND, w) == MPI_SUCCESS)
        return 1;
    MPI_Win_free(&w);
    return MPI_Finalize();
}
