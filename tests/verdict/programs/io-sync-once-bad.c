/* mazurka: -n 2 => file-race: MPI_File_sync */
/* Who reads must synchronise as well. */
#include "truth.h"

int main(void)
{
    int x = -1, rank = begin();
    MPI_File file;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    MPI_File_write_at(file, 4 * rank, &rank, 1, MPI_INT, IGNORE);
    MPI_File_sync(file);
    MPI_Barrier(WORLD);
    MPI_File_read_at(file, 4 * (1 - rank), &x, 1, MPI_INT, IGNORE);
    MPI_File_close(&file);
    return end();
}
