/* mazurka: -n 2 => verified; 2 outcomes */
/* mpich: passes */
/* In atomic mode, an access sees all of another or nothing of it. */
#include "truth.h"

int main(void)
{
    int x[2] = {0, 0}, rank = begin();
    MPI_File file;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    MPI_File_write_at(file, 0, x, rank ? 0 : 2, MPI_INT, IGNORE);
    MPI_File_sync(file);
    MPI_Barrier(WORLD);
    MPI_File_sync(file);
    MPI_File_set_atomicity(file, 1);
    if (rank == 0) {
        x[0] = x[1] = 7;
        MPI_File_write_at(file, 0, x, 2, MPI_INT, IGNORE);
    } else {
        MPI_File_read_at(file, 0, x, 2, MPI_INT, IGNORE);
        assert(x[0] == x[1] && (x[0] == 0 || x[0] == 7));
    }
    MPI_File_close(&file);
    return end();
}
