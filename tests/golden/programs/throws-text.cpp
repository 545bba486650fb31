// mazurka: -n 2 => crash
#include <map>
#include <mpi.h>
#include <string>
#include <vector>

// Names of the standard library are short.
template <class T> void refuse(const T &names)
{
    throw names.begin()->second.at(0);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        refuse(std::map<std::string, std::vector<std::string>>{{"a", {"b"}}});
    MPI_Finalize();
    return 0;
}
