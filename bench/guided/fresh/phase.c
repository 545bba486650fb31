/* hunt: -n 12
 * Every rank exchanges with its neighbours in a ring, then tells rank 0 its result, four times. Rank 0 is part of the
 * ring, and takes the results of a phase from any source with the tag of its neighbours' messages; these name their
 * senders, so it goes wrong only if a neighbour is in the next phase while another rank's result is still on its way. */
#include <assert.h>
#include <mpi.h>

enum { PHASES = 4, EDGE = 1 };

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Request r[3 * PHASES];
    int word[3 * PHASES], n = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int left = (rank + size - 1) % size, right = (rank + 1) % size;
    for (int phase = 0; phase < PHASES; phase++) {
        int a, b;
        word[n] = word[n + 1] = word[n + 2] = phase * 100 + rank;
        MPI_Isend(&word[n], 1, MPI_INT, left, EDGE, MPI_COMM_WORLD, &r[n]);
        MPI_Isend(&word[n + 1], 1, MPI_INT, right, EDGE, MPI_COMM_WORLD, &r[n + 1]);
        n += 2;
        MPI_Recv(&a, 1, MPI_INT, left, EDGE, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&b, 1, MPI_INT, right, EDGE, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank) {
            int tag = phase == 1 ? EDGE : 10 + phase;
            MPI_Isend(&word[n], 1, MPI_INT, 0, tag, MPI_COMM_WORLD, &r[n]);
            n++;
        } else {
            int tag = phase == 1 ? EDGE : 10 + phase;
            for (int i = 1; i < size; i++) {
                MPI_Recv(&a, 1, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                assert(a / 100 == phase);
            }
        }
    }
    MPI_Waitall(n, r, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return 0;
}
