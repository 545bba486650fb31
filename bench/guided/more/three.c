/* hunt: -n 16
 * Four groups of four; the leader of each hears of its members in any order, five times. A deadlock needs three
 * particular matches: group 0 hears of its last member first in round 2, group 1 of its second in round 3, and group 3
 * of its last in round 1. Then the leaders 0, 1 and 3 wait for each other. */
#include <mpi.h>

enum { ROUNDS = 5 };

int main(int argc, char **argv)
{
    int rank, size, value, odd = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int leader = rank / 4 * 4, group = rank / 4;
    for (int round = 0; round < ROUNDS; round++) {
        if (rank != leader) {
            MPI_Send(&rank, 1, MPI_INT, leader, round, MPI_COMM_WORLD);
            continue;
        }
        for (int i = 0; i < 3; i++) {
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (!i)
                odd |= (group == 0 && round == 2 && value == rank + 3) ||
                       (group == 1 && round == 3 && value == rank + 2) ||
                       (group == 3 && round == 1 && value == rank + 3);
        }
    }
    if (rank == leader && group != 2) {
        int next = group == 0 ? 4 : group == 1 ? 12 : 0, before = group == 0 ? 12 : group == 1 ? 0 : 4;
        MPI_Request r;
        if (!odd)
            MPI_Isend(&rank, 1, MPI_INT, next, 99, MPI_COMM_WORLD, &r);
        MPI_Recv(&value, 1, MPI_INT, before, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (odd)
            MPI_Isend(&rank, 1, MPI_INT, next, 99, MPI_COMM_WORLD, &r);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
