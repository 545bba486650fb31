/* mazurka: -n 3 => verified */
/* Who leaves a barrier does so after everybody has come: also by the clock. */
#include "truth.h"

int main(void)
{
    double came, last;
    int rank = begin();
    usleep((useconds_t)(3000 * rank));
    came = MPI_Wtime();
    MPI_Barrier(WORLD);
    double left = MPI_Wtime();
    MPI_Allreduce(&came, &last, 1, MPI_DOUBLE, MPI_MAX, WORLD);
    assert(left >= last);
    return end();
}
