/* mazurka: -n 2 => invalid-argument: amode */
/* All ranks must open a file in the same mode. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    MPI_File file;
    MPI_File_open(WORLD, "data.bin",
                  MPI_MODE_CREATE | (rank ? MPI_MODE_RDWR : MPI_MODE_WRONLY),
                  MPI_INFO_NULL, &file);
    if (file != MPI_FILE_NULL)
        MPI_File_close(&file);
    return end();
}
