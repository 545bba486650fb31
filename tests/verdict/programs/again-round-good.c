/* mazurka: -n 3 => verified */
/* cc: -lm -frounding-math */
/* How a rank rounds is as it was at first, in every outcome. */
#include "again.h"
#include <fenv.h>

static void look_and_change(void)
{
    assert(fegetround() == FE_TONEAREST);
    fesetround(FE_UPWARD);
}

int main(void)
{
    return again(look_and_change);
}
