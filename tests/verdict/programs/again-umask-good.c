/* mazurka: -n 3 => verified|unsupported */
/* The mask of permissions is as it was at first, in every outcome. */
#include "again.h"

static void look_and_change(void)
{
    assert(umask(0777) != 0777);
    assert(umask(0777) == 0777);
}

int main(void)
{
    return again(look_and_change);
}
