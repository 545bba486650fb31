/* mazurka: -n 1 => verified */
/* mpich: passes */
/* Several accesses of a rank are under way, each to bytes of its own. */
#include "truth.h"

int main(void)
{
    int x[2] = {5, 6}, y[2] = {0, 0};
    MPI_Request request[2];
    begin();
    MPI_File file;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    MPI_File_iwrite(file, &x[0], 1, MPI_INT, &request[0]);
    MPI_File_iwrite(file, &x[1], 1, MPI_INT, &request[1]);
    MPI_Waitall(2, request, ALL);
    MPI_File_iread_at(file, 0, &y[0], 1, MPI_INT, &request[0]);
    MPI_File_iread_at(file, 0, &y[1], 1, MPI_INT, &request[1]);
    MPI_Waitall(2, request, ALL);
    assert(y[0] == 5 && y[1] == 5);
    MPI_File_close(&file);
    return end();
}
