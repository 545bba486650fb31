/* mazurka: -n 2 => verified */
/* After. */
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
        auto x = std::make_unique<int>(4);
        MPI_Isend(x.get(), 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &q);
        MPI_Wait(&q, MPI_STATUS_IGNORE);
        x.reset(new int(5));
    } else {
        int x;
        MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
