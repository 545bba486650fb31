/* mazurka: -n 2 => verified */
/* file: data.txt abc */
/* directory: there */
/* holds for: no times or link counts of files that change meanwhile */
/* Rank 1 looks how long a file is, and whether there is a directory, while rank 0 writes
 * the one and makes a file in the other: only the times may differ. */
#include "truth.h"

int main(void)
{
    struct stat info;
    if (begin() == 0) {
        int fd = open("data.txt", O_WRONLY);
        assert(pwrite(fd, "a", 1, 0) == 1);
        assert(!close(open("there/f", O_CREAT | O_WRONLY, 0600)));
    } else {
        assert(!stat("data.txt", &info) && info.st_size == 3);
        assert(!stat("there", &info) && S_ISDIR(info.st_mode));
    }
    return end();
}
