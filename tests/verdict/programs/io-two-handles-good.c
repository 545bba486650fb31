/* mazurka: -n 2 => verified; 1 outcome */
/* mpich: passes */
/* A file that is open twice: both must be synchronised. */
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
    MPI_File_sync(one);
    MPI_File_sync(two);
    MPI_File_read_at(two, 0, &x, 1, MPI_INT, IGNORE);
    assert(x == 7);
    MPI_File_close(&one);
    MPI_File_close(&two);
    return end();
}
