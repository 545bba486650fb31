/* mazurka: -n 2 => unsupported */
#include <mpi.h>
#include <sys/socket.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    if (socket(AF_INET, SOCK_STREAM, 0) < 0)
        return 1;
    MPI_Finalize();
    return 0;
}
