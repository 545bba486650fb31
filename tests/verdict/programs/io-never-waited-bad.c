/* mazurka: -n 2 => missing-wait|invalid-argument */
/* A nonblocking write that is never waited for. */
#include "truth.h"

int main(void)
{
    int x = 5, y = 0, rank = begin();
    MPI_Request request;
    MPI_File file;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    MPI_File_iwrite_at(file, 4 * rank, &x, 1, MPI_INT, &request);
    y = x;
    MPI_File_close(&file);
    return end();
}
