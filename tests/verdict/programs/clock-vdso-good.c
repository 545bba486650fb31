/* mazurka: -n 2 => verified */
/* cc: -ldl */
/* The kernel's own functions are a library as others are, and their clock is the same one. */
#include "truth.h"
#include <dlfcn.h>

int main(void)
{
    begin();
    void *library = dlopen("linux-vdso.so.1", RTLD_NOW | RTLD_NOLOAD);
    int (*look)(clockid_t, struct timespec *) =
        library ? (int (*)(clockid_t, struct timespec *))dlsym(library, "__vdso_clock_gettime")
                : clock_gettime;
    struct timespec first, second, third;
    clock_gettime(CLOCK_REALTIME, &first);
    assert(!look(CLOCK_REALTIME, &second));
    clock_gettime(CLOCK_REALTIME, &third);
    assert(first.tv_sec <= second.tv_sec && second.tv_sec <= third.tv_sec);
    assert(third.tv_sec - first.tv_sec < 100);
    return end();
}
