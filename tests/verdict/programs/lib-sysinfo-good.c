/* mazurka: -n 2 => verified */
/* How many processors and how much memory there are can be asked. */
#include "truth.h"
#include <sys/sysinfo.h>

int main(void)
{
    struct sysinfo info;
    begin();
    assert(sysinfo(&info) == 0 && info.totalram > 0);
    assert(sysconf(_SC_NPROCESSORS_ONLN) >= 1 && sysconf(_SC_PAGESIZE) == 4096);
    return end();
}
