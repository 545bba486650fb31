// mazurka: -n 2 => crash
#include <map>
#include <mpi.h>
#include <string>

namespace app {
template <typename K> struct Table {
    std::map<K, double *> rows;
    double first(const K &key) { return rows[key][0]; }
};
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    app::Table<std::string> table;
    double one = 1;
    table.rows["a"] = &one;
    double x = table.first(rank ? "b" : "a");
    MPI_Bcast(&x, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
