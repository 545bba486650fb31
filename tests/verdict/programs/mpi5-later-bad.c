/* mazurka: -n 2 => unsupported: MPI_Buffer_flush */
/* What MPI-4.1 added and we do not have can be linked, and stops the run when it is called. */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Buffer_flush();
    return MPI_Finalize();
}
