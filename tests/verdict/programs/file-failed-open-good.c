/* mazurka: -n 2 => verified */
/* Nobody makes the file: opening it fails for everybody. */
#include "truth.h"

int main(void)
{
    begin();
    assert(open("nowhere.txt", O_RDONLY) == -1 && errno == ENOENT);
    assert(fopen("nowhere.txt", "r") == NULL);
    return end();
}
