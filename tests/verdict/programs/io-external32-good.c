/* mazurka: -n 1 => verified */
/* mpich: passes */
/* external32 is big-endian. */
#include "truth.h"

int main(void)
{
    int x = 0x01020304, y = 0;
    unsigned char raw[4];
    MPI_Aint extent;
    begin();
    MPI_File file;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "external32", MPI_INFO_NULL);
    MPI_File_get_type_extent(file, MPI_INT, &extent);
    assert(extent == 4);
    MPI_File_write(file, &x, 1, MPI_INT, IGNORE);
    MPI_File_seek(file, 0, MPI_SEEK_SET);
    MPI_File_read(file, &y, 1, MPI_INT, IGNORE);
    assert(y == x);
    MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
    MPI_File_read_at(file, 0, raw, 4, MPI_BYTE, IGNORE);
    assert(raw[0] == 1 && raw[1] == 2 && raw[2] == 3 && raw[3] == 4);
    MPI_File_close(&file);
    return end();
}
