/* mazurka: -n 2 => verified; 1 outcome */
/* mpich: passes */
/* Sizes: what is read behind the end, set_size and preallocate. */
#include "truth.h"

int main(void)
{
    int x[4] = {1, 2, 3, 4}, n, rank = begin();
    MPI_Offset size;
    MPI_Status status;
    MPI_File file;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    MPI_File_set_size(file, 8);
    MPI_File_get_size(file, &size);
    assert(size == 8);
    MPI_File_read_at(file, 4, x, 4, MPI_INT, &status);
    MPI_Get_count(&status, MPI_INT, &n);
    assert(n == 1 && x[0] == 0 && x[1] == 2);
    MPI_File_preallocate(file, 4);
    MPI_File_get_size(file, &size);
    assert(size == 8);
    MPI_File_preallocate(file, 20);
    MPI_File_get_size(file, &size);
    assert(size == 20 && rank >= 0);
    MPI_File_set_size(file, 0);
    MPI_File_read(file, x, 4, MPI_INT, &status);
    MPI_Get_count(&status, MPI_INT, &n);
    assert(n == 0);
    MPI_File_close(&file);
    return end();
}
