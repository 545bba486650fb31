/* mazurka: -n 1 => assertion|unsupported */
/* The command fails. */
#include "truth.h"

int main(void)
{
    begin();
    assert(system("exit 1") == 0);
    return end();
}
