/* hunt: -n 6
 * Work spreads over the ranks, and a token goes round to find out whether all are idle.
 * A rank that has sent work to one behind the token must make the token black. One rank
 * does not, once it has seen the token twice. */
#include <assert.h>
#include <mpi.h>

enum { WORK, TOKEN, STOP, DEPTH = 3 };

int main(int argc, char **argv)
{
    int rank, size, black = 0, over = 0, held = 0, value, stop = 0;
    MPI_Request request[256];
    int requests = 0, depth[256];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (!rank) {
        int token = 0;
        for (int to = 1; to < size; to += 2) {
            depth[requests] = DEPTH;
            MPI_Isend(&depth[requests], 1, MPI_INT, to, WORK, MPI_COMM_WORLD, &request[requests]);
            requests++;
        }
        MPI_Send(&token, 1, MPI_INT, 1, TOKEN, MPI_COMM_WORLD);
    }
    while (!over) {
        MPI_Status s;
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        if (s.MPI_TAG == WORK) {
            assert(!stop);
            if (value > 1) {
                int to = (rank + size - 1) % size;
                depth[requests] = value - 1;
                black |= held < 2 || rank != 3;
                MPI_Isend(&depth[requests], 1, MPI_INT, to, WORK, MPI_COMM_WORLD, &request[requests]);
                requests++;
            }
        } else if (s.MPI_TAG == TOKEN) {
            int token = value | black;
            held++;
            black = 0;
            if (rank) {
                MPI_Send(&token, 1, MPI_INT, (rank + 1) % size, TOKEN, MPI_COMM_WORLD);
            } else if (value & 1) {
                token = 0;
                MPI_Send(&token, 1, MPI_INT, 1, TOKEN, MPI_COMM_WORLD);
            } else {
                for (int to = 1; to < size; to++)
                    MPI_Send(&token, 1, MPI_INT, to, STOP, MPI_COMM_WORLD);
                stop = over = 1;
            }
        } else {
            over = 1;
        }
    }
    MPI_Waitall(requests, request, MPI_STATUSES_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    int late;
    MPI_Iprobe(MPI_ANY_SOURCE, WORK, MPI_COMM_WORLD, &late, MPI_STATUS_IGNORE);
    assert(!late);
    MPI_Finalize();
    return 0;
}
