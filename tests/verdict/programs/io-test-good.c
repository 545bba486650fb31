/* mazurka: -n 1 => verified; 2 outcomes */
/* mpich: passes */
/* A nonblocking access may be complete when it is tested, or not. */
#include "truth.h"

int main(void)
{
    int x = 5, done;
    MPI_Request request;
    begin();
    MPI_File file;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    MPI_File_iwrite(file, &x, 1, MPI_INT, &request);
    MPI_Test(&request, &done, IGNORE);
    if (!done)
        MPI_Wait(&request, IGNORE);
    MPI_File_close(&file);
    return end();
}
