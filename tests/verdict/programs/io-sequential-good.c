/* mazurka: -n 2 => verified; 2 outcomes */
/* mpich: passes */
/* A sequential file has the shared file pointer only. */
#include "truth.h"

int main(void)
{
    int class, rank = begin();
    MPI_File file;
    MPI_File_open(WORLD, "data.bin",
                  MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL, MPI_INFO_NULL,
                  &file);
    int code = MPI_File_write_at(file, 0, &rank, 1, MPI_INT, IGNORE);
    MPI_Error_class(code, &class);
    assert(class == MPI_ERR_UNSUPPORTED_OPERATION);
    MPI_File_write_shared(file, &rank, 1, MPI_INT, IGNORE);
    MPI_File_close(&file);
    return end();
}
