/* mazurka: -n 2 => local-race: frees memory of the buffer */
/* A vector goes out of scope while it is received. */
#include <memory>
#include <mpi.h>
#include <string>
#include <vector>

static volatile long sink;

static void post(MPI_Request *q, bool wait)
{
    std::vector<int> v(100);
    MPI_Irecv(v.data(), 100, MPI_INT, 1, 0, MPI_COMM_WORLD, q);
    if (wait)
        MPI_Wait(q, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Request q;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        post(&q, false);
        MPI_Wait(&q, MPI_STATUS_IGNORE);
    } else {
        int x[100] = {0};
        MPI_Send(x, 100, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
