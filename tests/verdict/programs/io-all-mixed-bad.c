/* mazurka: -n 2 => call-mismatch: MPI_File_write_at_all */
/* One rank writes collectively, the other reads. */
#include "truth.h"

int main(void)
{
    int x = 0, rank = begin();
    MPI_File file;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    if (rank == 0)
        MPI_File_write_at_all(file, 0, &x, 1, MPI_INT, IGNORE);
    else
        MPI_File_read_at_all(file, 8, &x, 0, MPI_INT, IGNORE);
    MPI_File_close(&file);
    return end();
}
