/* mazurka: -n 2 => verified */
/* What was registered with atexit runs at the end, in reverse order. */
#include "truth.h"

static int steps;

static void first(void)
{
    if (steps != 1)
        _exit(5);
}

static void second(void)
{
    steps++;
}

int main(void)
{
    begin();
    atexit(first);
    atexit(second);
    return end();
}
