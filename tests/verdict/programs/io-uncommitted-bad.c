/* mazurka: -n 2 => invalid-argument: MPI_File_write_all: the datatype made at io-uncommitted-bad.c:14 has not been committed */
/* The call returns an error by default, and what was to be written is lost. */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_File f;
    MPI_Datatype pair;
    int rank, x[2] = {1, 2};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "pairs", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &f);
    MPI_File_set_view(f, rank * (MPI_Offset)sizeof x, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_File_write_all(f, x, 1, pair, MPI_STATUS_IGNORE);
    MPI_Type_free(&pair);
    MPI_File_close(&f);
    MPI_Finalize();
    return 0;
}
