/* mazurka: -n 2 => verified */
/* directory: there */
/* Rank 1 looks whether there is a directory, in which rank 0 makes another. */
#include "truth.h"

int main(void)
{
    if (begin() == 0) {
        assert(!mkdir("there/made", 0700));
    } else {
        DIR *d = opendir("there");
        assert(d && !closedir(d));
    }
    return end();
}
