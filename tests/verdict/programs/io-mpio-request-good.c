/* mazurka: -n 2 => verified; 1 outcome */
/* mpich: passes */
/* Old programs call the requests of files MPIO_Request, as in MPI 2.0's drafts. */
#include "truth.h"

int main(void)
{
    int x = 5, rank = begin();
    MPIO_Request request;
    MPI_File file;
    MPI_File_open(MPI_COMM_SELF, rank ? "b.bin" : "a.bin",
                  MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_iwrite(file, &x, 1, MPI_INT, &request);
    MPIO_Wait(&request, IGNORE);
    MPI_File_close(&file);
    return end();
}
