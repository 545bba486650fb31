/* mazurka: -n 1 => verified */
/* Time goes on by at least as much as is slept, and never back, by every clock. */
#include "truth.h"
#include <sys/time.h>

int main(void)
{
    begin();
    double wall = MPI_Wtime();
    time_t second = time(NULL);
    struct timeval a, b;
    gettimeofday(&a, NULL);
    sleep(1);
    gettimeofday(&b, NULL);
    assert(MPI_Wtime() - wall >= 0.99 && time(NULL) >= second);
    assert((double)(b.tv_sec - a.tv_sec) + 1e-6 * (double)(b.tv_usec - a.tv_usec) >=
           0.99);
    return end();
}
