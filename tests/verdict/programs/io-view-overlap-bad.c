/* mazurka: -n 2 => file-race */
/* Both ranks see the same numbers of a file, and write them. */
#include "truth.h"

int main(void)
{
    int x[4], all[8], rank = begin();
    MPI_Datatype every_second;
    MPI_File file;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    MPI_Type_vector(4, 1, 2, MPI_INT, &every_second);
    MPI_Type_commit(&every_second);
    MPI_File_set_view(file, 4 * 0, MPI_INT, every_second, "native", MPI_INFO_NULL);
    for (int i = 0; i < 4; i++)
        x[i] = 10 * rank + i;
    MPI_File_write_all(file, x, 4, MPI_INT, IGNORE);
    MPI_Type_free(&every_second);
    MPI_File_close(&file);
    MPI_File_open(WORLD, "data.bin", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    MPI_File_read_all(file, all, 8, MPI_INT, IGNORE);
    MPI_File_close(&file);
    return end();
}
