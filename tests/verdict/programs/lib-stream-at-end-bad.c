/* mazurka: -n 2 => finding */
/* What a stream of the program's own writes when it is flushed at the end fails an
 * assertion: the stream was never closed. */
#include "truth.h"

static ssize_t written(void *unused, const char *bytes, size_t n)
{
    (void)unused, (void)bytes;
    assert(n == 0);
    return (ssize_t)n;
}

int main(void)
{
    begin();
    FILE *f = fopencookie(NULL, "w", (cookie_io_functions_t){.write = written});
    fprintf(f, "late");
    return end();
}
