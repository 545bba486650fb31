/* mazurka: -n 2 => local-race: MPI_File_iread_at */
/* The buffer of a nonblocking read is looked at before it is complete. */
#include "truth.h"

int main(void)
{
    int x = 5, y = 0, rank = begin();
    MPI_Request request;
    MPI_File file;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    MPI_File_iwrite_at(file, 4 * rank, &x, 1, MPI_INT, &request);
    MPI_Wait(&request, IGNORE);
    MPI_File_iread_at(file, 4 * rank, &y, 1, MPI_INT, &request);
    volatile int early = y;
    MPI_Wait(&request, IGNORE);
    (void)early;
    MPI_File_close(&file);
    return end();
}
