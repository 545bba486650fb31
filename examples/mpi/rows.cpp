/* mazurka: -n 4 --keep-going => verified
 *
 * C++: every row of ranks has a communicator of its own and finds its largest word. */
#include <cassert>
#include <mpi.h>
#include <string>
#include <vector>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    {
        int rank, size;
        MPI_Comm row;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &row);
        MPI_Comm_size(row, &size);
        std::string word(static_cast<size_t>(rank) + 1, static_cast<char>('a' + rank));
        word.resize(8, ' ');
        std::vector<char> all(static_cast<size_t>(size) * 8);
        MPI_Allgather(word.data(), 8, MPI_CHAR, all.data(), 8, MPI_CHAR, row);
        std::string largest;
        for (int i = 0; i < size; i++) {
            std::string other(all.begin() + i * 8, all.begin() + (i + 1) * 8);
            if (other > largest)
                largest = other;
        }
        assert(largest[0] == 'a' + (rank | 1));
        MPI_Comm_free(&row);
    }
    MPI_Finalize();
}
