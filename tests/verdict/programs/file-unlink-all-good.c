/* mazurka: -n 3 => verified */
/* file: old.txt abc */
/* Every rank makes sure that the file is gone. */
#include "truth.h"

int main(void)
{
    begin();
    unlink("old.txt");
    assert(access("old.txt", F_OK));
    return end();
}
