/* mazurka: -n 2 => unsupported */
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int ends[2];
    MPI_Init(&argc, &argv);
    if (pipe(ends))
        return 1;
    MPI_Finalize();
    return 0;
}
