/* mazurka: -n 2 => unsupported */
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

static void convert(void)
{
    if (fork() == 0)
        _exit(0);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        convert();
    MPI_Finalize();
    return 0;
}
