/* mazurka: -n 2 => verified */
/* holds for: one processor.*a machine called mazurka|one processor */
/* The verdict says what machine the program has been told that it runs on. */
#include "truth.h"

int main(void)
{
    char name[100] = "";
    begin();
    assert(sysconf(_SC_NPROCESSORS_ONLN) >= 1);
    assert(!gethostname(name, sizeof name - 1) && *name);
    return end();
}
