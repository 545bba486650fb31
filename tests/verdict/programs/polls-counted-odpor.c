/* mazurka: -n 2 -a {odpor,dpor} => incomplete; asks again and again; !uncontrolled */
/* A loop that counts how often it has looked for a message is another state in each round. It is not followed for ever, and
 * what others have sent to it meanwhile is not said to be lost. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, there = 0, x = 0, n = 0;
    MPI_Message message;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Send(&x, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    } else {
        while (!there && ++n)
            MPI_Improbe(0, 1, MPI_COMM_WORLD, &there, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(&x, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    }
    return MPI_Finalize();
}
