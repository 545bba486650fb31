/* mazurka: -n 2 => assertion|crash|unsupported */
/* The program appends to itself. */
#include "truth.h"

int main(int argc, char **argv)
{
    (void)argc;
    if (begin() == 0) {
        FILE *f = fopen(argv[0], "a");
        assert(f);
    }
    return end();
}
