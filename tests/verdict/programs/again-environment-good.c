/* mazurka: -n 3 => verified */
/* The environment is as it was at first, in every outcome. */
#include "again.h"

static void look_and_change(void)
{
    assert(getenv("MAZURKA_TRUTH") == NULL);
    setenv("MAZURKA_TRUTH", "1", 1);
    assert(getenv("MAZURKA_TRUTH"));
}

int main(void)
{
    return again(look_and_change);
}
