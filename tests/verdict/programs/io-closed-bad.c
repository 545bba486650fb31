/* mazurka: -n 1 => invalid-argument: has been closed */
/* A file is used after it was closed. */
#include "truth.h"

int main(void)
{
    int x = 0;
    begin();
    MPI_File file, copy;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    copy = file;
    MPI_File_close(&file);
    MPI_File_write(copy, &x, 1, MPI_INT, IGNORE);
    return end();
}
