/* mazurka: -n 2 => finding */
/* A function registered with atexit fails an assertion. */
#include "truth.h"

static int steps;

static void last(void)
{
    assert(steps == 0);
}

int main(void)
{
    begin();
    atexit(last);
    steps = 1;
    return end();
}
