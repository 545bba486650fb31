/* mazurka: -n 2 => invalid-argument: does not end */
/* A split collective is ended by the function for another one. */
#include "truth.h"

int main(void)
{
    int x[2] = {0, 0}, rank = begin();
    MPI_File file;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    x[0] = x[1] = rank;
    MPI_File_write_at_all_begin(file, 8 * rank, x, 2, MPI_INT);
    MPI_File_write_all_end(file, x, IGNORE);
    MPI_File_write_at_all_end(file, x, IGNORE);
    MPI_File_close(&file);
    return end();
}
