/* hunt: -n 10
 * An election: everybody votes for the largest of the first six numbers that it gets. Two
 * ranks have the same number, and whoever hears of the second one first votes for it. The
 * count is off if exactly three ranks do. */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, votes = 0;
    MPI_Request request[64];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int mine = rank == size - 1 ? size - 2 : rank, best = -1, by = -1;
    for (int to = 0; to < size; to++)
        MPI_Isend(&mine, 1, MPI_INT, to, 0, MPI_COMM_WORLD, &request[to]);
    for (int i = 0; i < size; i++) {
        int other;
        MPI_Status s;
        MPI_Recv(&other, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &s);
        if (i < 6 && other > best) {
            best = other;
            by = s.MPI_SOURCE;
        }
    }
    MPI_Waitall(size, request, MPI_STATUSES_IGNORE);
    int second = by == size - 1;
    MPI_Reduce(&second, &votes, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    assert(rank || votes != 8);
    MPI_Finalize();
    return 0;
}
