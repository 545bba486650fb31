// mazurka: -n 2 => deadlock
#include <mpi.h>

namespace comm {
template <typename T> struct Channel {
    int other;
    T get(int tag)
    {
        T x;
        MPI_Recv(&x, sizeof x, MPI_BYTE, other, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        return x;
    }
};
}

static double halo(comm::Channel<double> &c) { return c.get(4); }

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    comm::Channel<double> c{1 - rank};
    double x = halo(c);
    MPI_Send(&x, sizeof x, MPI_BYTE, 1 - rank, 4, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
