/* mazurka: -n 2 => finding */
/* A constructor registers a function with atexit, which fails an assertion. */
#include "truth.h"

static int steps;

static void last(void)
{
    assert(steps == 0);
}

__attribute__((constructor)) static void first(void)
{
    atexit(last);
}

int main(void)
{
    begin();
    steps = 1;
    return end();
}
