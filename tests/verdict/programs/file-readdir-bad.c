/* mazurka: -n 2 => file-race|assertion|unsupported */
/* Rank 1 counts the files of a directory in which rank 0 makes one. */
#include "truth.h"

int main(void)
{
    int rank = begin(), n = 0;
    if (rank == 0)
        mkdir("box", 0700);
    MPI_Barrier(WORLD);
    if (rank == 0) {
        close(open("box/data.txt", O_CREAT | O_WRONLY, 0600));
    } else {
        DIR *box = opendir("box");
        for (struct dirent *entry; box && (entry = readdir(box));)
            n += entry->d_name[0] != '.';
        closedir(box);
        assert(n == 0);
    }
    return end();
}
