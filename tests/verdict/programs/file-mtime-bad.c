/* mazurka: -n 2 => file-race|assertion|unsupported */
/* file: data.txt abc */
/* Rank 0 changes the permissions that rank 1 looks at. */
#include "truth.h"

int main(void)
{
    struct stat info;
    if (begin() == 0)
        assert(chmod("data.txt", 0400) == 0);
    else
        assert(stat("data.txt", &info) == 0 && (info.st_mode & 0777) != 0400);
    return end();
}
