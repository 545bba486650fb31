/* mazurka: -n 2 => file-race: nothing orders */
/* MPI_File_sync need not wait for anybody: without a barrier, nothing orders the two. */
#include "truth.h"

int main(void)
{
    int x = -1, rank = begin();
    MPI_File file;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    MPI_File_write_at(file, 4 * rank, &rank, 1, MPI_INT, IGNORE);
    MPI_File_sync(file);
    MPI_File_sync(file);
    MPI_File_read_at(file, 4 * (1 - rank), &x, 1, MPI_INT, IGNORE);
    MPI_File_close(&file);
    return end();
}
