/* hunt: -n 9
 * A broker, three publishers of four messages each, five subscribers that subscribe, get
 * four messages and leave. Whoever subscribes after the end of all is served from the
 * archive. The archive lacks a message that was published while exactly two subscribers
 * were there, the second publisher was the last before, and nobody had left. */
#include <assert.h>
#include <mpi.h>

enum { PUBLISH = 1, SUBSCRIBE, LEAVE, MESSAGE, PIECES = 4 };

int main(int argc, char **argv)
{
    int rank, size, value;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (!rank) {
        int archive[32], n = 0, here[16] = {0}, got[16] = {0}, subscribers = 0, left = 0,
                         last = 0, published = 0;
        while (left < 5) {
            MPI_Status s;
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
            if (s.MPI_TAG == PUBLISH) {
                int lost = subscribers == 2 && last == 2 && !left && s.MPI_SOURCE == 3 &&
                           published >= 5;
                archive[n] = lost ? -1 : value;
                n++;
                published++;
                last = s.MPI_SOURCE;
            } else if (s.MPI_TAG == SUBSCRIBE) {
                here[s.MPI_SOURCE] = 1;
                subscribers++;
            } else {
                left++;
            }
            for (int r = 4; r < size; r++)
                while (here[r] && got[r] < PIECES && got[r] < n)
                    MPI_Send(&archive[got[r]++], 1, MPI_INT, r, MESSAGE, MPI_COMM_WORLD);
        }
        while (published < 3 * PIECES) {
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, PUBLISH, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            published++;
        }
        for (int i = 0; i < n; i++)
            assert(archive[i] >= 0);
    } else if (rank < 4) {
        for (int i = 0; i < PIECES; i++)
            MPI_Send(&i, 1, MPI_INT, 0, PUBLISH, MPI_COMM_WORLD);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, SUBSCRIBE, MPI_COMM_WORLD);
        for (int i = 0; i < PIECES; i++)
            MPI_Recv(&value, 1, MPI_INT, 0, MESSAGE, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&rank, 1, MPI_INT, 0, LEAVE, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
