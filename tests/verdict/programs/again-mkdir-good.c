/* mazurka: -n 3 => verified|unsupported */
/* A directory that one outcome makes is not there in the next. */
#include "again.h"

static void look_and_change(void)
{
    assert(mkdir("box", 0700) == 0 && access("box", F_OK) == 0);
    assert(mkdir("box", 0700) == -1 && errno == EEXIST);
}

int main(void)
{
    return again(look_and_change);
}
