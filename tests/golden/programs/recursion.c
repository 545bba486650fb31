/* mazurka: -n 2 => crash */
/* A function that calls itself without end, on one rank. */
#include <mpi.h>
static int deep(int n)
{
    volatile char big[4096];
    big[0] = (char)n;
    return deep(n + 1) + big[0];
}
int main(int argc, char **argv)
{
    int rank, x = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        x = deep(1);
    MPI_Finalize();
    return x;
}
