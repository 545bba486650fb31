/* mazurka: -n 1 => assertion */
/* freopen with "w" empties the file. */
/* file: log.txt old\n */
#include "truth.h"

int main(void)
{
    struct stat info;
    begin();
    assert(freopen("log.txt", "w", stderr));
    stat("log.txt", &info);
    assert(info.st_size == 4);
    return end();
}
