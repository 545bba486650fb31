/* mazurka: -n 3 => verified|unsupported */
/* The working directory is as it was at first, in every outcome. */
#include "again.h"

static void look_and_change(void)
{
    char path[4096];
    assert(getcwd(path, sizeof path) && strcmp(path, "/") != 0);
    assert(chdir("/") == 0 && getcwd(path, sizeof path) && strcmp(path, "/") == 0);
}

int main(void)
{
    return again(look_and_change);
}
