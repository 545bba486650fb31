/* mazurka: -n 1 => verified+ignored-error; MPI_File_close returned MPI_ERR_FILE */
/* Errors of files are returned, and nothing is lost by closing none. */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_File f = MPI_FILE_NULL;
    MPI_Init(&argc, &argv);
    MPI_File_close(&f);
    MPI_Finalize();
    return 0;
}
