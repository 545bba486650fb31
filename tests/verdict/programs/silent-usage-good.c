/* mazurka: -n 2 {,-a states,-j 2} => verified; no rank sent or received anything; rank 1 printed to standard error: usage: N; !more */
/* mazurka: -n 1 => verified; !no rank sent; !printed */
/* mazurka: -n 2 -- 1 => verified; !no rank sent; !printed */
/* A program that is run without its argument ends well, and nothing was checked. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc > 1)
        MPI_Barrier(MPI_COMM_WORLD);
    else if (rank == 1)
        fputs("usage: N\nmore\n", stderr);
    MPI_Finalize();
    return 0;
}
