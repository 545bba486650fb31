/* mazurka: -n 3 => verified; 1 outcome */
/* mpich: passes */
/* Ordered accesses are made in the order of ranks. */
#include "truth.h"

int main(void)
{
    int rank = begin(), x[6], n = rank + 1, y[3] = {rank, rank, rank};
    MPI_File file;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    MPI_File_write_ordered(file, y, n, MPI_INT, IGNORE);
    MPI_File_close(&file);
    MPI_File_open(WORLD, "data.bin", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    MPI_File_read_at(file, 0, x, 6, MPI_INT, IGNORE);
    assert(x[0] == 0 && x[1] == 1 && x[2] == 1 && x[3] == 2 && x[4] == 2 && x[5] == 2);
    MPI_File_read_ordered(file, y, n, MPI_INT, IGNORE);
    for (int i = 0; i < n; i++)
        assert(y[i] == rank);
    MPI_File_close(&file);
    return end();
}
