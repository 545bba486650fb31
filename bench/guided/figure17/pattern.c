/* The pattern of Figure 16: the message of P1 must come after that of P2. Compiled with
 *   -DSYNC     two barriers and a split of the communicator around it, as the paper adds;
 *   -DREORDER  other ranks play the parts. */
#include <assert.h>
#include <mpi.h>

#ifdef REORDER
enum { P0 = 4, P1 = 2, P2 = 3, P3 = 0, P4 = 1 };
#else
enum { P0, P1, P2, P3, P4 };
#endif

static void send(int value, int to, MPI_Comm comm)
{
    MPI_Send(&value, 1, MPI_INT, to, 0, comm);
}

static int receive(int from, MPI_Comm comm)
{
    int value;
    MPI_Recv(&value, 1, MPI_INT, from, 0, comm, MPI_STATUS_IGNORE);
    return value;
}

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, got;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
#ifdef SYNC
    MPI_Barrier(comm);
    MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &comm);
#endif
    switch (rank) {
    case P0:
        receive(MPI_ANY_SOURCE, comm);
        got = receive(MPI_ANY_SOURCE, comm);
        assert(got != 1);
        break;
    case P1:
        send(0, P3, comm);
        send(1, P0, comm);
        break;
    case P2:
        send(0, P4, comm);
        send(0, P0, comm);
        break;
    case P3:
        receive(P1, comm);
        break;
    case P4:
        receive(P2, comm);
        break;
    }
#ifdef SYNC
    MPI_Barrier(comm);
    MPI_Comm_free(&comm);
#endif
    MPI_Finalize();
    return 0;
}
