/* hunt: -n 10
 * A server that keeps requests in a ring while it waits for the database, which answers
 * one after the other. It counts in two bits how often the ring has become empty before
 * half of the clients were heard of. */
#include <assert.h>
#include <mpi.h>

enum { ASK = 1, REPLY, QUERY, RESULT, TIMES = 3 };

int main(int argc, char **argv)
{
    int rank, size, value;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int all = (size - 2) * TIMES;
    if (!rank) {
        int waiting = 0, served = 0, ring[64], first = 0, n = 0, empty = 0, heard = 0;
        while (served < all) {
            MPI_Status s;
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
            if (s.MPI_TAG == ASK) {
                ring[n++] = s.MPI_SOURCE;
                waiting++;
                heard |= 1 << s.MPI_SOURCE;
                if (waiting == 1)
                    MPI_Send(&rank, 1, MPI_INT, 1, QUERY, MPI_COMM_WORLD);
            } else {
                MPI_Send(&value, 1, MPI_INT, ring[first++], REPLY, MPI_COMM_WORLD);
                served++;
                waiting--;
                empty += !waiting && __builtin_popcount((unsigned)heard) <= 4;
                assert(empty < 4);
                if (waiting)
                    MPI_Send(&rank, 1, MPI_INT, 1, QUERY, MPI_COMM_WORLD);
            }
        }
    } else if (rank == 1) {
        for (int i = 0; i < all; i++) {
            MPI_Recv(&value, 1, MPI_INT, 0, QUERY, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(&value, 1, MPI_INT, 0, RESULT, MPI_COMM_WORLD);
        }
    } else {
        for (int i = 0; i < TIMES; i++) {
            MPI_Send(&rank, 1, MPI_INT, 0, ASK, MPI_COMM_WORLD);
            MPI_Recv(&value, 1, MPI_INT, 0, REPLY, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
    MPI_Finalize();
    return 0;
}
