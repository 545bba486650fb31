/* mazurka: -n 1 => invalid-argument: the file is MPI_FILE_NULL; No such file */
/* The file is not there, and the program goes on as if it were. */
#include "truth.h"

int main(void)
{
    int x = 0;
    begin();
    MPI_File file;
    MPI_File_open(WORLD, "absent", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    MPI_File_read(file, &x, 1, MPI_INT, IGNORE);
    return end();
}
