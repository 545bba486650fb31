/* mazurka: -n 3 => verified|unsupported */
/* file: input.txt abc */
/* A file that one outcome removes is there in the next. */
#include "again.h"

static void look_and_change(void)
{
    assert(access("input.txt", F_OK) == 0 && unlink("input.txt") == 0);
    assert(access("input.txt", F_OK) == -1);
}

int main(void)
{
    return again(look_and_change);
}
