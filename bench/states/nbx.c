/* nbx NEIGHBOURS: a sparse exchange without knowing who will send (NBX). Each rank sends
 * synchronously to the next ones and takes what comes; once its sends are received it
 * enters a barrier, and when that is complete nothing is under way any more. */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, sum = 0, due = 0, done = 0, active = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = argc > 1 ? atoi(argv[1]) : 1;
    MPI_Request send[8], barrier = MPI_REQUEST_NULL;
    for (int i = 0; i < n; i++) {
        due += (rank + size - 1 - i) % size;
        MPI_Issend(&rank, 1, MPI_INT, (rank + 1 + i) % size, 0, MPI_COMM_WORLD, &send[i]);
    }
    while (!done) {
        int there = 0, sent = 0;
        MPI_Status status = {0};
        MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &status);
        if (there) {
            int x = 0;
            MPI_Recv(&x, 1, MPI_INT, status.MPI_SOURCE, 0, MPI_COMM_WORLD, &status);
            sum += x;
        }
        if (active) {
            MPI_Test(&barrier, &done, MPI_STATUS_IGNORE);
        } else {
            MPI_Testall(n, send, &sent, MPI_STATUSES_IGNORE);
            if (sent) {
                MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
                active = 1;
            }
        }
    }
    assert(sum == due);
    MPI_Finalize();
    return 0;
}
