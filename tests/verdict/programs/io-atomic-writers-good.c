/* mazurka: -n 3 => verified; 6 outcomes */
/* mpich: passes */
/* Three ranks write one place in atomic mode: one of them is the last. */
#include "truth.h"

int main(void)
{
    int x[2] = {0, 0}, rank = begin();
    MPI_File file;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    MPI_File_set_size(file, 8);
    MPI_File_sync(file);
    MPI_Barrier(WORLD);
    MPI_File_sync(file);
    MPI_File_set_atomicity(file, 1);
    x[0] = x[1] = rank;
    MPI_File_write_at(file, 0, x, 2, MPI_INT, IGNORE);
    MPI_Barrier(WORLD);
    MPI_File_read_at(file, 0, x, 2, MPI_INT, IGNORE);
    assert(x[0] == x[1] && x[0] >= 0 && x[0] < 3);
    MPI_File_close(&file);
    return end();
}
