/* mazurka: -n 3 => verified */
/* Time does not run on from one outcome to the next: a second slept is a second. */
#include "again.h"

static void look_and_change(void)
{
    double before = MPI_Wtime();
    usleep(1000);
    assert(MPI_Wtime() > before);
}

int main(void)
{
    return again(look_and_change);
}
