/* mazurka: -n 1 => exit-code: No such file */
/* The error handler of MPI_FILE_NULL is for files that cannot be opened. */
#include "truth.h"

int main(void)
{
    MPI_File file;
    begin();
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    MPI_File_open(WORLD, "absent", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    return end();
}
