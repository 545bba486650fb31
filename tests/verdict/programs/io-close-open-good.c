/* mazurka: -n 2 => verified; 1 outcome */
/* mpich: passes */
/* To close a file and to open it again is to synchronise. */
#include "truth.h"

int main(void)
{
    int x = -1, rank = begin();
    MPI_File file;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    MPI_File_write_at_all(file, 4 * rank, &rank, 1, MPI_INT, IGNORE);
    MPI_File_close(&file);
    MPI_File_open(WORLD, "data.bin", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    MPI_File_read_at_all(file, 4 * (1 - rank), &x, 1, MPI_INT, IGNORE);
    assert(x == 1 - rank);
    MPI_File_close(&file);
    return end();
}
