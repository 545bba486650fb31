// mazurka: -n 2 => crash
#include <mpi.h>
#include <stdexcept>
#include <string>
#include <vector>

namespace grid {
template <typename T> struct Field {
    std::vector<T> cells;
    void resize(int n)
    {
        if (n <= 0)
            throw std::invalid_argument("a field needs cells, not " + std::to_string(n));
        cells.resize(n);
    }
};
}

int main(int argc, char **argv)
{
    int rank, n = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    grid::Field<double> field;
    field.resize(rank == 0 ? 8 : n);
    MPI_Finalize();
    return 0;
}
