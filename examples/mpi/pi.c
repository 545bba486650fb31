/* mazurka: -n 4 --keep-going => verified
 *
 * The area under 4 / (1 + x * x), in stripes. */
#include <assert.h>
#include <math.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, stripes = 0;
    double part = 0, pi = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        stripes = argc > 1 ? 1000000 : 1000;
    MPI_Bcast(&stripes, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = rank; i < stripes; i += size) {
        double x = (i + 0.5) / stripes;
        part += 4 / (1 + x * x) / stripes;
    }
    MPI_Reduce(&part, &pi, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        assert(fabs(pi - 3.14159265358979) < 1e-6);
    MPI_Finalize();
    return 0;
}
