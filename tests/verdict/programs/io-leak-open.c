/* mazurka: -n 2 => verified+resource-leak; file of MPI_File_open */
/* A file that is never closed. */
#include "truth.h"

int main(void)
{
    begin();
    MPI_File file;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    return end();
}
