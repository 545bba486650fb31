/* mazurka: -n 2 => verified; 1 outcome */
/* mpich: passes */
/* The functions for large counts. */
#include "truth.h"

int main(void)
{
    int x = -1, rank = begin();
    MPI_Request request;
    MPI_Count extent;
    MPI_File file;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    MPI_File_get_type_extent_c(file, MPI_INT, &extent);
    assert(extent == 4);
    MPI_File_write_at_all_c(file, 4 * rank, &rank, 1, MPI_INT, IGNORE);
    MPI_File_iread_at_c(file, 4 * rank, &x, 1, MPI_INT, &request);
    MPI_Wait(&request, IGNORE);
    assert(x == rank);
    MPI_File_write_ordered_begin_c(file, &x, 1, MPI_INT);
    MPI_File_write_ordered_end(file, &x, IGNORE);
    MPI_File_close(&file);
    return end();
}
