/* mazurka: -n 3 -- good => verified; 2 outcomes */
/* mazurka: -n 3 -j 2 -- good => verified; 2 outcomes */
/* mazurka: -n 3 -a states -- good => verified */
/* mazurka: -n 2 -- deadlock => deadlock; rank 0 waits for a message */
/* mazurka: -n 2 -- assertion => assertion; ctor-object.cpp */
/* mazurka: -n 2 -- leak => verified+resource-leak */
/* MPI_Init in the constructor of a global object, and MPI_Finalize in its destructor. Other objects are made before and behind it. */
#include <assert.h>
#include <iostream>
#include <mpi.h>
#include <string>
#include <vector>

static std::vector<int> before(3, 7);

struct environment {
    int rank, size;
    environment()
    {
        MPI_Init(NULL, NULL);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Comm_size(MPI_COMM_WORLD, &size);
    }
    ~environment() { MPI_Finalize(); }
};

static environment mpi;
static const std::vector<int> ranks(static_cast<size_t>(mpi.size), mpi.rank); /* other in each rank */

int main(int argc, char **argv)
{
    const std::string what = argc > 1 ? argv[1] : "";
    int x = 0, sum = 0;
    before.push_back(mpi.rank);
    MPI_Allreduce(&ranks.at(0), &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    assert(before.size() == 4 && sum == mpi.size * (mpi.size - 1) / 2);
    if (mpi.rank)
        MPI_Send(&mpi.rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    else
        for (int i = 1; i < mpi.size + (what == "deadlock"); i++)
            MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (what == "assertion")
        assert(mpi.rank || x == 2);
    if (what == "leak") {
        MPI_Comm c;
        MPI_Comm_dup(MPI_COMM_WORLD, &c);
    }
    std::cout << "rank " << mpi.rank << " of " << mpi.size << std::endl;
    return 0;
}
