/* mazurka: -n 2 => file-race: MPI_File_sync */
/* A file that is open twice: what was written by one need not be seen by the other. */
#include "truth.h"

int main(void)
{
    int x = 0, seven = 7, rank = begin();
    MPI_File one, two;
    char name[8];
    snprintf(name, sizeof name, "data.%d", rank);
    MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &one);
    MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDWR, MPI_INFO_NULL, &two);
    MPI_File_write_at(one, 0, &seven, 1, MPI_INT, IGNORE);
    MPI_File_read_at(two, 0, &x, 1, MPI_INT, IGNORE);
    MPI_File_close(&one);
    MPI_File_close(&two);
    return end();
}
