/* mazurka: -n 1 => file-race: MPI_File_iwrite_at; reads bytes of data.bin */
/* A rank reads what it is writing: nothing says which comes first. */
#include "truth.h"

int main(void)
{
    int x = 5, y = 0;
    MPI_Request request;
    begin();
    MPI_File file;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    MPI_File_iwrite_at(file, 0, &x, 1, MPI_INT, &request);
    MPI_File_read_at(file, 0, &y, 1, MPI_INT, IGNORE);
    MPI_Wait(&request, IGNORE);
    MPI_File_close(&file);
    return end();
}
