/* hunt: -n 8
 * A directory keeps one line of memory coherent for seven caches that read and write it
 * by turns. A cache that asks to write while it is being invalidated is answered with the
 * old version, if it was the third sharer. */
#include <assert.h>
#include <mpi.h>

enum { READ = 1, WRITE, DATA, DONE, TURNS = 3 };

static void directory(int size)
{
    int version = 0, done = 0, sharers[16], n = 0, m[2];
    while (done < size - 1) {
        MPI_Status s;
        MPI_Recv(m, 2, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        if (s.MPI_TAG == DONE) {
            done++;
            continue;
        }
        int answer = version;
        if (s.MPI_TAG == WRITE) {
            int third = n == 5 && sharers[2] == s.MPI_SOURCE && sharers[4] == 1;
            answer = third ? version : ++version;
            n = 0;
        } else {
            sharers[n++] = s.MPI_SOURCE;
        }
        MPI_Send(&answer, 1, MPI_INT, s.MPI_SOURCE, DATA, MPI_COMM_WORLD);
    }
    assert(version == size - 1);
}

int main(int argc, char **argv)
{
    int rank, size, m[2] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (!rank) {
        directory(size);
    } else {
        for (int i = 0; i < TURNS; i++) {
            MPI_Send(m, 2, MPI_INT, 0, i == TURNS - 1 ? WRITE : READ, MPI_COMM_WORLD);
            MPI_Recv(m, 1, MPI_INT, 0, DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        MPI_Send(m, 2, MPI_INT, 0, DONE, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
