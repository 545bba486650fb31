/* mazurka: -n 2 => verified; 1 outcome */
/* mpich: passes */
/* Appending, and files that are gone when they are closed. */
#include "truth.h"

int main(void)
{
    int x[2] = {1, 2}, rank = begin();
    MPI_Offset at;
    int amode;
    MPI_File file;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    MPI_File_write_at_all(file, 8 * rank, x, 2, MPI_INT, IGNORE);
    MPI_File_close(&file);
    MPI_File_open(WORLD, "data.bin",
                  MPI_MODE_APPEND | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    MPI_File_get_position(file, &at);
    assert(at == 16);
    MPI_File_get_amode(file, &amode);
    assert(amode == (MPI_MODE_APPEND | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE));
    MPI_File_write_ordered(file, x, 1, MPI_INT, IGNORE);
    MPI_File_close(&file);
    MPI_Barrier(WORLD);
    assert(access("data.bin", F_OK) != 0);
    return end();
}
