// mazurka: -n 2 => crash
// The line is that of the caller, not that of the header; the race is not where the rank fails.
#include <mpi.h>
#include <stdexcept>
#include <vector>
struct Halo {
    std::vector<int> cells;
    void exchange(int peer)
    {
        MPI_Request r;
        MPI_Irecv(cells.data(), 4, MPI_INT, peer, 0, MPI_COMM_WORLD, &r);
        MPI_Send(cells.data(), 4, MPI_INT, peer, 0, MPI_COMM_WORLD);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        if (cells.at(4))
            throw std::runtime_error("no");
    }
};
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    Halo h{std::vector<int>(4)};
    h.exchange(1 - rank);
    MPI_Finalize();
}
