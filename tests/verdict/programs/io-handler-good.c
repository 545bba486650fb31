/* mazurka: -n 1 => verified */
/* mpich: passes */
/* A program's own error handler gets the file and the code. */
#include "truth.h"

static MPI_File opened;
static int noted;

static void note(MPI_File *file, int *code, ...)
{
    int class;
    MPI_Error_class(*code, &class);
    assert(*file == opened && class == MPI_ERR_ACCESS);
    noted++;
}

int main(void)
{
    int x = 0;
    MPI_Errhandler handler;
    begin();
    MPI_File file;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL,
                  &file);
    opened = file;
    MPI_File_create_errhandler(note, &handler);
    MPI_File_set_errhandler(file, handler);
    MPI_Errhandler_free(&handler);
    MPI_File_read(file, &x, 1, MPI_INT, IGNORE);
    assert(noted == 1);
    MPI_File_call_errhandler(file, MPI_ERR_ACCESS);
    assert(noted == 2);
    MPI_File_close(&file);
    return end();
}
