/* hunt: -n 6
 * Rank 0 polls for orders, and does something else in between. It gives up on a client if
 * it has looked six times, and the client's first order was not there, though that of all
 * others was. */
#include <assert.h>
#include <mpi.h>

enum { ORDERS = 3 };

int main(int argc, char **argv)
{
    int rank, size, got[16] = {0}, left;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    left = ORDERS * (size - 1);
    for (int i = 0; rank && i < ORDERS; i++)
        MPI_Send(&i, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    for (int looks = 1; !rank && left; looks++) {
        int there, value;
        MPI_Status s;
        MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &s);
        if (there) {
            MPI_Recv(&value, 1, MPI_INT, s.MPI_SOURCE, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            got[s.MPI_SOURCE]++;
            left--;
        }
        if (looks == 8) {
            int silent = 0;
            for (int r = 1; r < size; r++)
                silent += !got[r];
            assert(silent != 1 || got[2] || got[1] != 2);
        }
    }
    MPI_Finalize();
    return 0;
}
