/* mazurka: -n 2 => invalid-argument: not complete */
/* Nonblocking accesses must be complete before MPI_File_sync. */
#include "truth.h"

int main(void)
{
    int x = 5, y = 0, rank = begin();
    MPI_Request request;
    MPI_File file;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    MPI_File_iwrite_at(file, 4 * rank, &x, 1, MPI_INT, &request);
    MPI_File_sync(file);
    MPI_Wait(&request, IGNORE);
    y = x;
    MPI_File_close(&file);
    return end();
}
