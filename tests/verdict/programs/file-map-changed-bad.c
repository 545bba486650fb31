/* mazurka: -n 2 => crash|unsupported */
/* A private mapping of a file that is emptied thereafter: SIGBUS (POSIX, mmap). */
#include "truth.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    int rank = begin();
    char name[32];
    snprintf(name, sizeof name, "mapped.%d", rank);
    int f = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
    assert(write(f, "hello", 5) == 5);
    volatile char *p = mmap(NULL, 5, PROT_READ, MAP_PRIVATE, f, 0);
    assert(p != MAP_FAILED && !ftruncate(f, 0));
    assert(p[0] == 'h' || p[0] == 0);
    return end();
}
