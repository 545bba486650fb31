/* mazurka: -n 2 => assertion|crash|unsupported */
/* cc: -ldl */
/* A library that is not there cannot be opened. */
#include "truth.h"
#include <dlfcn.h>

int main(void)
{
    begin();
    assert(dlopen("libnowhere.so.9", RTLD_NOW));
    return end();
}
