/* mazurka: -n 2 => verified|unsupported */
/* Whoever does not get the lock waits until the other one has given it back. */
#include "truth.h"

int main(void)
{
    begin();
    while (mkdir("lock", 0755))
        usleep(1000);
    rmdir("lock");
    return end();
}
