/* mazurka: -n 2 => assertion */
/* Rank 0 may begin an ordered access before rank 1 has made its own access before. */
#include "truth.h"

int main(void)
{
    int x[4] = {-1, -1, -1, -1}, rank = begin();
    MPI_Offset at;
    MPI_File file;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    MPI_File_write_shared(file, &rank, 1, MPI_INT, IGNORE);
    rank += 10;
    MPI_File_write_ordered(file, &rank, 1, MPI_INT, IGNORE);
    MPI_File_get_position_shared(file, &at);
    assert(at == 16);
    MPI_File_close(&file);
    MPI_File_open(WORLD, "data.bin", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    MPI_File_read_at(file, 0, x, 4, MPI_INT, IGNORE);
    assert(x[0] + x[1] == 1 && x[2] == 10 && x[3] == 11);
    MPI_File_close(&file);
    return end();
}
