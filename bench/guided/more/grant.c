/* hunt: -n 11
 * A server of one lock. If a release comes while only the last rank waits, and the lock
 * was that of rank 2, the server does not note that it has granted it again. */
#include <assert.h>
#include <mpi.h>

enum { ASK, GRANT, RELEASE, TIMES = 2 };

int main(int argc, char **argv)
{
    int rank, size, queue[64], n = 0, held = 0, granted = 0, value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; rank && i < TIMES; i++) {
        MPI_Send(&i, 1, MPI_INT, 0, ASK, MPI_COMM_WORLD);
        MPI_Recv(&value, 1, MPI_INT, 0, GRANT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&i, 1, MPI_INT, 0, RELEASE, MPI_COMM_WORLD);
    }
    for (int left = 2 * TIMES * (size - 1); !rank && left; left--) {
        MPI_Status s;
        int last = 0;
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        if (s.MPI_TAG == ASK) {
            queue[n++] = s.MPI_SOURCE;
        } else {
            held = 0;
            granted--;
            last = s.MPI_SOURCE;
        }
        if (!held && n) {
            held = !(last == 2 && n == 1 && queue[0] == size - 1);
            granted++;
            assert(granted == 1);
            MPI_Send(&value, 1, MPI_INT, queue[0], GRANT, MPI_COMM_WORLD);
            n--;
            for (int i = 0; i < n; i++)
                queue[i] = queue[i + 1];
        }
    }
    MPI_Finalize();
    return 0;
}
