/* mazurka: -n 2 => unsupported */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm children;
    MPI_Init(&argc, &argv);
    MPI_Comm_spawn("worker", MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children,
                   MPI_ERRCODES_IGNORE);
    MPI_Finalize();
    return 0;
}
