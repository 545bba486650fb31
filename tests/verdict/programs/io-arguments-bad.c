/* mazurka: -n 2 -- count => invalid-argument: the count is negative: -1 */
/* mazurka: -n 2 -- null-type => invalid-argument: the datatype is MPI_DATATYPE_NULL */
/* mazurka: -n 2 -- offset => invalid-argument: offset is negative: -4 */
/* mazurka: -n 2 -- far => invalid-argument: there is no place in a file */
/* mazurka: -n 2 -- seek => invalid-argument: the file pointer would become negative: -1 */
/* mazurka: -n 2 -- whence => invalid-argument: whence is 99 */
/* mazurka: -n 2 -- etype => invalid-argument: no multiple of the etype */
/* mazurka: -n 2 -- datarep => invalid-argument: the data representation is "mine" */
/* mazurka: -n 2 -- disp => invalid-argument: disp is negative: -3 */
/* mazurka: -n 2 -- null => invalid-argument: the buffer is NULL */
/* mazurka: -n 2 -- size => invalid-argument: size is 0 here and 1 at rank 1 */
/* mazurka: -n 2 -- shared => invalid-argument: offset is 0 here and 1 at rank 1 */
/* mazurka: -n 2 -- flag => invalid-argument: flag is 0 here and 1 at rank 1 */
/* mazurka: -n 2 -- beyond => invalid-argument: 40 bytes from b */
/* mazurka: -n 2 -- end => invalid-argument: no split collective has begun */
/* Arguments that make no sense. */
#include "truth.h"

int main(int argc, char **argv)
{
    const char *wrong = argc > 1 ? argv[1] : "";
    int b[4] = {0}, rank = begin();
    MPI_File file;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    MPI_File_set_errhandler(file, MPI_ERRORS_ARE_FATAL);
    if (!strcmp(wrong, "count"))
        MPI_File_write(file, b, -1, MPI_INT, IGNORE);
    if (!strcmp(wrong, "null-type"))
        MPI_File_write(file, b, 1, MPI_DATATYPE_NULL, IGNORE);
    if (!strcmp(wrong, "offset"))
        MPI_File_write_at(file, -4, b, 1, MPI_INT, IGNORE);
    if (!strcmp(wrong, "far"))
        MPI_File_write_at(file, LLONG_MAX, b, 1, MPI_INT, IGNORE);
    if (!strcmp(wrong, "seek"))
        MPI_File_seek(file, -1, MPI_SEEK_SET);
    if (!strcmp(wrong, "whence"))
        MPI_File_seek(file, 0, 99);
    if (!strcmp(wrong, "etype"))
        MPI_File_set_view(file, 0, MPI_INT, MPI_BYTE, "native", MPI_INFO_NULL);
    if (!strcmp(wrong, "datarep"))
        MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "mine", MPI_INFO_NULL);
    if (!strcmp(wrong, "disp"))
        MPI_File_set_view(file, -3, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    if (!strcmp(wrong, "null"))
        MPI_File_write(file, NULL, 1, MPI_INT, IGNORE);
    if (!strcmp(wrong, "size"))
        MPI_File_set_size(file, rank);
    if (!strcmp(wrong, "shared"))
        MPI_File_seek_shared(file, rank, MPI_SEEK_SET);
    if (!strcmp(wrong, "flag"))
        MPI_File_set_atomicity(file, rank);
    if (!strcmp(wrong, "beyond"))
        MPI_File_write(file, b, 10, MPI_INT, IGNORE);
    if (!strcmp(wrong, "end"))
        MPI_File_write_all_end(file, b, IGNORE);
    MPI_File_close(&file);
    return end();
}
