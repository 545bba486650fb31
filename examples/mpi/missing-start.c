/* mazurka: -n 1 --keep-going => missing-start
 *
 * A persistent request that was made and never started. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int value = 1;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Send_init(&value, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
    MPI_Finalize();
    return 0;
}
