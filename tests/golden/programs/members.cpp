// mazurka: -n 2 => assertion; values: v[i] is 2.5, i is 1, n is 3, r[0] is 9, name is "grid", c is Blue, ref is 8, byte is 200
//
// Members of the object, references, vectors, strings and names of enumerations.
#include <cassert>
#include <mpi.h>
#include <string>
#include <vector>

enum class Colour { Red, Blue };
struct Grid {
    std::vector<double> v;
    int n;
    std::string name;
    Colour c;
    unsigned char byte;
    void check(const std::vector<int> &r, int &ref, int i) const
    {
        assert(v[i] == 1.5 && n == r[0] && name == "x" && c == Colour::Red && ref == n && byte == 3);
    }
};

int main(int argc, char **argv)
{
    int rank, ref = 8;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    Grid g{{1, 2.5, 3}, 3, "grid", Colour::Blue, 200};
    if (rank == 1)
        g.check({9, 8}, ref, 1);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
