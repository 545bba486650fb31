/* mazurka: -n 3 => verified; 6 outcomes */
/* mpich: passes */
/* The shared file pointer gives everybody a place of its own, in any order. */
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
    assert(x[0] + x[1] + x[2] == 3 && x[0] != x[1] && x[1] != x[2] && x[0] != x[2]);
    MPI_File_close(&file);
    return end();
}
