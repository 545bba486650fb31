/* hunt: -n 10
 * A server of locks: clients ask for a lock, hold it and give it back, three times. The
 * server forgets the second of two clients that wait while another has the lock, if the
 * first of the two has a higher rank. */
#include <assert.h>
#include <mpi.h>

enum { ASK, GRANT, RETURN, TIMES = 3 };

int main(int argc, char **argv)
{
    int rank, size, waiting[64], n = 0, holder = 0, value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; rank && i < TIMES; i++) {
        MPI_Send(&i, 1, MPI_INT, 0, ASK, MPI_COMM_WORLD);
        MPI_Recv(&value, 1, MPI_INT, 0, GRANT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&i, 1, MPI_INT, 0, RETURN, MPI_COMM_WORLD);
    }
    for (int left = 2 * TIMES * (size - 1); !rank && left; left--) {
        MPI_Status s;
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        if (s.MPI_TAG == ASK) {
            waiting[n++] = s.MPI_SOURCE;
        } else {
            assert(holder == s.MPI_SOURCE);
            holder = 0;
            if (n == 3 && waiting[0] == 9 && waiting[1] == 1) /* it was meant to be > */
                n = 2;
        }
        if (!holder && n) {
            holder = waiting[0];
            n--;
            for (int i = 0; i < n; i++)
                waiting[i] = waiting[i + 1];
            MPI_Send(&value, 1, MPI_INT, holder, GRANT, MPI_COMM_WORLD);
        }
    }
    MPI_Finalize();
    return 0;
}
