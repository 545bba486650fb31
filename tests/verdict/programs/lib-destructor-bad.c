/* mazurka: -n 2 => finding */
/* A destructor of the program fails an assertion after main has returned. */
#include "truth.h"

static int steps;

__attribute__((destructor)) static void last(void)
{
    assert(steps == 0);
}

int main(void)
{
    begin();
    steps = 1;
    return end();
}
