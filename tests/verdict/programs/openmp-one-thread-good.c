/* mazurka: -n 2 => verified */
/* cc: -fopenmp */
/* holds for: OpenMP with one thread in each rank */
/* One processor is shown, so OpenMP's loops run in the rank itself. */
#include <mpi.h>
#include <omp.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int sum = 0;
    MPI_Init(&argc, &argv);
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 100; i++)
        sum += i;
    if (sum != 4950 || omp_get_max_threads() != 1)
        abort();
    MPI_Finalize();
    return 0;
}
