/* mazurka: -n 3 => verified */
/* Which descriptors are open is the same in every outcome. */
#include "again.h"

static void look_and_change(void)
{
    int fd = open("/dev/null", O_RDONLY);
    static int times;
    assert(times++ == 0 && fd >= 3);
    assert(dup(0) > fd && close(0) == 0);
}

int main(void)
{
    return again(look_and_change);
}
