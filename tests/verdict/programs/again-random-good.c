/* mazurka: -n 3 => verified */
/* Random numbers begin anew in every outcome. */
#include "again.h"

static void look_and_change(void)
{
    static int first;
    assert(first == 0);
    srand(1);
    first = rand();
    srand(1);
    assert(rand() == first);
}

int main(void)
{
    return again(look_and_change);
}
