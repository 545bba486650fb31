/* mazurka: -n 2 => local-race */
/* A vector grows, and so moves, while it is received. */
#include <memory>
#include <mpi.h>
#include <string>
#include <vector>

static volatile long sink;

int main(int argc, char **argv)
{
    int rank;
    MPI_Request q;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        std::vector<int> v(100);
        MPI_Irecv(v.data(), 100, MPI_INT, 1, 0, MPI_COMM_WORLD, &q);
        v.push_back(1);
        MPI_Wait(&q, MPI_STATUS_IGNORE);
        sink = v[0];
    } else {
        int x[100] = {0};
        MPI_Send(x, 100, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
