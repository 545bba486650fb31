/* mazurka: -n 2 => finding */
/* A function registered with on_exit fails an assertion. */
#include "truth.h"

static int steps;

static void last(int code, void *unused)
{
    (void)unused;
    assert(code == 0 && steps == 0);
}

int main(void)
{
    begin();
    on_exit(last, NULL);
    steps = 1;
    return end();
}
