/* mazurka: -n 2 => verified|unsupported */
/* Rank 1 counts the files of a directory when rank 0 has made one. */
#include "truth.h"

int main(void)
{
    int rank = begin(), n = 0;
    if (rank == 0) {
        mkdir("box", 0700);
        close(open("box/data.txt", O_CREAT | O_WRONLY, 0600));
    }
    MPI_Barrier(WORLD);
    DIR *box = opendir("box");
    assert(box);
    for (struct dirent *entry; (entry = readdir(box));)
        n += entry->d_name[0] != '.';
    closedir(box);
    assert(n == 1);
    return end();
}
