/* mazurka: -n 2 => verified */
/* holds for: no times or link counts of files that change meanwhile */
/* file: data.txt abc */
/* hard link: hard.txt data.txt */
/* Rank 0 removes one name of a file; how many there are when rank 1 looks is open. */
#include "truth.h"

int main(void)
{
    struct stat info;
    int rank = begin(), fd = open("hard.txt", O_RDONLY);
    MPI_Barrier(WORLD);
    if (rank == 0)
        assert(!unlink("data.txt"));
    else
        assert(!fstat(fd, &info) && info.st_nlink == 2);
    return end();
}
