/* mazurka: -n 2 => potential-deadlock: rank 1 waits for a message with tag 0 from rank 0, which is in File_write_at_all ... and waits for rank 1 */
/* mazurka: -n 2 --buffering infinite => verified */
/* A collective access may wait for the other rank, which waits for a message that comes
 * later. */
#include "truth.h"

int main(void)
{
    int rank = begin();
    MPI_File file;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    if (rank == 1)
        hear(0, 0);
    MPI_File_write_at_all(file, 4 * rank, &rank, 1, MPI_INT, IGNORE);
    if (rank == 0)
        tell(1, 0);
    MPI_File_close(&file);
    return end();
}
