/* mazurka: -n 2 => unsupported */
/* cc: -fopenmp */
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv)
{
    int sum = 0;
    MPI_Init(&argc, &argv);
#pragma omp parallel num_threads(4) reduction(+ : sum)
    sum += omp_get_thread_num();
    MPI_Finalize();
    return sum != 6;
}
