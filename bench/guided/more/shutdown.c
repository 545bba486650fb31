/* hunt: -n 10
 * A server ends when the administrator says so and nobody has a session. A client that
 * closes its session may open another one; if its request comes after the order to shut
 * down, and it was the only one with a session, it waits for ever. The administrator
 * waits until six clients have reported, so it is late. */
#include <mpi.h>

enum { OPEN = 1, CLOSE, OK, DOWN, REPORT, REFUSED, SESSIONS = 3 };

static void serve(void)
{
    int sessions = 0, down = 0, value;
    while (!down || sessions) {
        MPI_Status s;
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        if (s.MPI_TAG == DOWN) {
            down = 1;
        } else if (s.MPI_TAG == CLOSE) {
            sessions--;
        } else {
            sessions++;
            MPI_Send(&value, 1, MPI_INT, s.MPI_SOURCE, OK, MPI_COMM_WORLD);
        }
    }
}

int main(int argc, char **argv)
{
    int rank, size, value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (!rank) {
        serve();
    } else if (rank == 1) {
        /* Rank 9 reports when it has opened its last session, so that nothing opens after
         * that: but not all do. */
        for (int i = 0; i < size - 2; i++)
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, REPORT, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        MPI_Send(&rank, 1, MPI_INT, 0, DOWN, MPI_COMM_WORLD);
    } else {
        for (int i = 0; i < SESSIONS; i++) {
            int early = rank == 6 ? SESSIONS - 2 : SESSIONS - 1;
            MPI_Send(&rank, 1, MPI_INT, 0, OPEN, MPI_COMM_WORLD);
            MPI_Recv(&value, 1, MPI_INT, 0, OK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (i == early)
                MPI_Send(&rank, 1, MPI_INT, 1, REPORT, MPI_COMM_WORLD);
            MPI_Send(&rank, 1, MPI_INT, 0, CLOSE, MPI_COMM_WORLD);
        }
    }
    MPI_Finalize();
    return 0;
}
