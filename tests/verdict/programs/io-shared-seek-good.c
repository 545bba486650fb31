/* mazurka: -n 2 => verified; 2 outcomes */
/* mpich: passes */
/* Two ranks read a list by the shared file pointer: each item goes to one of them. */
#include "truth.h"

int main(void)
{
    int x = -1, sum, rank = begin();
    MPI_File file;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    int list[2] = {5, 7};
    MPI_File_write_at(file, 0, list, rank ? 0 : 2, MPI_INT, IGNORE);
    MPI_File_sync(file);
    MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
    MPI_File_sync(file);
    MPI_File_read_shared(file, &x, 1, MPI_INT, IGNORE);
    MPI_Allreduce(&x, &sum, 1, MPI_INT, MPI_SUM, WORLD);
    assert(sum == 12);
    MPI_File_close(&file);
    return end();
}
