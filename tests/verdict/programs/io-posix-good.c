/* mazurka: -n 2 => verified; 1 outcome */
/* mpich: passes */
/* What MPI has written and closed, anybody can read. */
#include "truth.h"

int main(void)
{
    int x[2] = {0, 0}, rank = begin();
    MPI_File file;
    MPI_File_open(WORLD, "data.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    MPI_File_write_at(file, 4 * rank, &rank, 1, MPI_INT, IGNORE);
    MPI_File_close(&file);
    FILE *f = fopen("data.bin", "rb");
    assert(f && fread(x, sizeof(int), 2, f) == 2 && x[0] == 0 && x[1] == 1);
    fclose(f);
    return end();
}
