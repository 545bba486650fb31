/* mazurka: -n 2 => file-race|assertion */
/* Both ranks write the same place of a file. */
#include "truth.h"

int main(void)
{
    int rank = begin(), x = -1;
    MPI_File file;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    MPI_File_write_at(file, 0, &rank, 1, MPI_INT, IGNORE);
    MPI_File_sync(file);
    MPI_Barrier(WORLD);
    MPI_File_sync(file);
    MPI_File_read_at(file, 0, &x, 1, MPI_INT, IGNORE);
    assert(x == 1);
    MPI_File_close(&file);
    return end();
}
