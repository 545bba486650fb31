/* hunt: -n 8
 * Work stealing: whoever has no work asks the next rank, twice, and gives up if that has
 * none to give. Two ranks have much, so it was thought that somebody will get some. */
#include <assert.h>
#include <mpi.h>

enum { ASK, ANSWER, DONE, WORK = 6 };

int main(int argc, char **argv)
{
    int rank, size, work, stolen = 0, all = 0, asked = 0, finished = 0, value;
    MPI_Request sent[256];
    int n = 0, word[256];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    work = rank % 4 == 1 ? WORK : 1;
    int tries = 2, told = 0;
    while (finished < size) {
        MPI_Status s;
        work -= work > 0;
        if (!work && !asked && tries) {
            tries--;
            asked = 1;
            MPI_Isend(&rank, 1, MPI_INT, (rank + 1) % size, ASK, MPI_COMM_WORLD,
                      &sent[n++]);
        } else if (!work && !asked && !told) {
            told = 1;
            for (int to = 0; to < size; to++)
                MPI_Isend(&rank, 1, MPI_INT, to, DONE, MPI_COMM_WORLD, &sent[n++]);
        }
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        if (s.MPI_TAG == ASK) {
            word[n] = asked ? 0 : work / 2;
            work -= word[n];
            MPI_Isend(&word[n], 1, MPI_INT, s.MPI_SOURCE, ANSWER, MPI_COMM_WORLD,
                      &sent[n]);
            n++;
        } else if (s.MPI_TAG == ANSWER) {
            asked = 0;
            work += value;
            stolen += value;
        } else {
            finished++;
        }
    }
    MPI_Waitall(n, sent, MPI_STATUSES_IGNORE);
    MPI_Allreduce(&stolen, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    assert(all);
    MPI_Finalize();
    return 0;
}
