/* mazurka: -n 4 --keep-going => verified
 *
 * Odd-even transposition: neighbours compare, the left one keeps the smaller number. */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, mine, theirs;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine = (size - rank) * 10;
    for (int round = 0; round < size; round++) {
        int partner = (rank + round) % 2 ? rank - 1 : rank + 1;
        if (partner < 0 || partner >= size)
            continue;
        MPI_Sendrecv(&mine, 1, MPI_INT, partner, round, &theirs, 1, MPI_INT, partner,
                     round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if ((rank < partner) == (theirs < mine))
            mine = theirs;
    }
    assert(mine == (rank + 1) * 10);
    MPI_Finalize();
    return 0;
}
