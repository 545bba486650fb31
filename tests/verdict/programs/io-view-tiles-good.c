/* mazurka: -n 1 => verified */
/* mpich: passes */
/* A view begins again after its filetype; pointers count etypes; where bytes are, can be
 * asked. */
#include "truth.h"

int main(void)
{
    int x[6] = {0, 1, 2, 3, 4, 5}, y[6] = {0}, raw[12];
    MPI_Offset at, disp;
    MPI_Datatype two, tile, etype, filetype;
    char rep[MPI_MAX_DATAREP_STRING];
    begin();
    MPI_File file;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    MPI_Type_contiguous(2, MPI_INT, &two);
    MPI_Type_create_resized(two, 0, 16, &tile);
    MPI_Type_commit(&tile);
    MPI_File_set_view(file, 8, MPI_INT, tile, "native", MPI_INFO_NULL);
    MPI_File_write(file, x, 6, MPI_INT, IGNORE);
    MPI_File_get_position(file, &at);
    assert(at == 6);
    MPI_File_get_byte_offset(file, 3, &disp);
    assert(disp == 8 + 16 + 4);
    MPI_File_seek(file, -4, MPI_SEEK_CUR);
    MPI_File_read(file, y, 4, MPI_INT, IGNORE);
    assert(y[0] == 2 && y[3] == 5);
    MPI_File_seek(file, 0, MPI_SEEK_END);
    MPI_File_get_position(file, &at);
    assert(at == 6);
    MPI_File_get_size(file, &at);
    assert(at == 8 + 2 * 16 + 8);
    MPI_File_get_view(file, &disp, &etype, &filetype, rep);
    assert(disp == 8 && etype == MPI_INT && !strcmp(rep, "native"));
    MPI_Type_free(&filetype);
    MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
    memset(raw, 0xff, sizeof raw);
    MPI_File_read_at(file, 0, raw, 12, MPI_INT, IGNORE);
    assert(raw[2] == 0 && raw[3] == 1 && raw[6] == 2 && raw[11] == 5);
    MPI_Type_free(&two);
    MPI_Type_free(&tile);
    MPI_File_close(&file);
    return end();
}
