/* mazurka: -n 2 => unsupported: MPI_Open_port is not supported: all ranks must be of one program */
/* What we do not have can be linked, and stops the run when it is called. */
#include <mpi.h>

int main(int argc, char **argv)
{
    char port[MPI_MAX_PORT_NAME];
    MPI_Init(&argc, &argv);
    MPI_Open_port(MPI_INFO_NULL, port);
    return MPI_Finalize();
}
