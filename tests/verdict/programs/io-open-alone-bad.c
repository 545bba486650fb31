/* mazurka: -n 2 => call-mismatch: MPI_File_open */
/* All ranks of the communicator must open the file. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    MPI_File file;
    if (rank == 0) {
        MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                      &file);
        MPI_File_close(&file);
    }
    MPI_Barrier(WORLD);
    return end();
}
