/* mazurka: -n 2 => verified|unsupported */
/* cc: -ldl */
/* A library can be opened while the program runs; one that is not there cannot. */
#include "truth.h"
#include <dlfcn.h>

int main(void)
{
    begin();
    void *lib = dlopen("libm.so.6", RTLD_NOW);
    assert(lib);
    double (*root)(double) = (double (*)(double))dlsym(lib, "cbrt");
    assert(root && root(8.0) == 2.0);
    assert(dlclose(lib) == 0);
    assert(dlopen("libnowhere.so.9", RTLD_NOW) == NULL);
    return end();
}
