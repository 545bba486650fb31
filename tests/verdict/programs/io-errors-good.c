/* mazurka: -n 2 => verified */
/* mpich: passes */
/* Errors of files are returned, unless the program says otherwise. */
#include "truth.h"

int main(void)
{
    int class, rank = begin(), x = 0;
    MPI_File file = MPI_FILE_NULL;
    MPI_Errhandler handler;
    int code = MPI_File_open(WORLD, "absent", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    MPI_Error_class(code, &class);
    assert(class == MPI_ERR_NO_SUCH_FILE && file == MPI_FILE_NULL);
    code = MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDONLY,
                         MPI_INFO_NULL, &file);
    MPI_Error_class(code, &class);
    assert(class == MPI_ERR_AMODE);
    code = MPI_File_open(MPI_COMM_SELF, rank ? "one" : "two",
                         MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_WRONLY, MPI_INFO_NULL,
                         &file);
    assert(code == MPI_SUCCESS);
    MPI_File_get_errhandler(file, &handler);
    assert(handler == MPI_ERRORS_RETURN);
    code = MPI_File_read(file, &x, 1, MPI_INT, IGNORE);
    MPI_Error_class(code, &class);
    assert(class == MPI_ERR_ACCESS);
    MPI_File_close(&file);
    code = MPI_File_open(MPI_COMM_SELF, rank ? "one" : "two",
                         MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_WRONLY, MPI_INFO_NULL,
                         &file);
    MPI_Error_class(code, &class);
    assert(class == MPI_ERR_FILE_EXISTS);
    MPI_File_open(MPI_COMM_SELF, rank ? "one" : "two", MPI_MODE_RDONLY, MPI_INFO_NULL,
                  &file);
    code = MPI_File_write(file, &x, 1, MPI_INT, IGNORE);
    MPI_Error_class(code, &class);
    assert(class == MPI_ERR_READ_ONLY);
    MPI_File_close(&file);
    assert(MPI_File_delete(rank ? "one" : "two", MPI_INFO_NULL) == MPI_SUCCESS);
    code = MPI_File_delete(rank ? "one" : "two", MPI_INFO_NULL);
    MPI_Error_class(code, &class);
    assert(class == MPI_ERR_NO_SUCH_FILE);
    return end();
}
