/* mazurka: -n 2 => call-mismatch */
/* Rank 1 does not take part in a collective write. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    MPI_File file;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    if (rank == 0)
        MPI_File_write_all(file, &rank, 1, MPI_INT, IGNORE);
    MPI_File_close(&file);
    return end();
}
