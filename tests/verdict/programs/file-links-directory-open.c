/* mazurka: -n 2 => verified */
/* holds for: no times or link counts of files that change meanwhile */
/* directory: there */
/* Rank 0 makes a directory in one whose links rank 1 counts. */
#include "truth.h"

int main(void)
{
    struct stat info;
    if (begin() == 0)
        assert(!mkdir("there/made", 0700));
    else
        assert(!stat("there", &info) && info.st_nlink == 2);
    return end();
}
