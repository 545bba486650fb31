/* mazurka: -n 3 => assertion; in 4 of 6 outcomes */
/* Nobody says that rank 0 is the first to move the shared file pointer. */
#include "truth.h"

int main(void)
{
    int x[3] = {-1, -1, -1}, rank = begin();
    MPI_File file;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    MPI_File_write_shared(file, &rank, 1, MPI_INT, IGNORE);
    MPI_File_close(&file);
    MPI_File_open(WORLD, "data.bin", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    MPI_File_read_at(file, 0, x, 3, MPI_INT, IGNORE);
    assert(x[0] == 0);
    MPI_File_close(&file);
    return end();
}
