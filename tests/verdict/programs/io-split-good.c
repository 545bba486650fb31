/* mazurka: -n 2 => verified; 1 outcome */
/* mpich: passes */
/* A split collective: the buffer is free when it has ended. */
#include "truth.h"

int main(void)
{
    int x[2] = {0, 0}, rank = begin();
    MPI_File file;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    x[0] = x[1] = rank;
    MPI_File_write_at_all_begin(file, 8 * rank, x, 2, MPI_INT);
    MPI_File_write_at_all_end(file, x, IGNORE);
    x[0] = x[1] = -1;
    MPI_File_read_at_all_begin(file, 8 * rank, x, 2, MPI_INT);
    MPI_File_read_at_all_end(file, x, IGNORE);
    assert(x[0] == rank && x[1] == rank);
    MPI_File_write_ordered_begin(file, x, 2, MPI_INT);
    MPI_File_write_ordered_end(file, x, IGNORE);
    MPI_File_close(&file);
    return end();
}
