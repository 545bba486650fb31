/* mazurka: -n 2 => assertion|unsupported */
/* file: old.txt abc */
/* Only one rank can remove it. */
#include "truth.h"

int main(void)
{
    begin();
    assert(!unlink("old.txt"));
    return end();
}
