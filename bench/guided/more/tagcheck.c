/* hunt: -n 9
 * A server takes a header and then the body that belongs to it. For the body it names the
 * sender, but not the tag: a client that was told to stop early sends its farewell
 * between the two, and the server takes that for the body. */
#include <assert.h>
#include <mpi.h>

enum { HEADER = 1, BODY, FAREWELL, VERDICT, JOBS = 3 };

static void serve(int size)
{
    int left = size - 1, first = 0;
    while (left) {
        int head, body, verdict = 0;
        MPI_Status s;
        MPI_Recv(&head, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        if (s.MPI_TAG == FAREWELL) {
            left--;
            continue;
        }
        first = first ? first : s.MPI_SOURCE;
        MPI_Recv(&body, 1, MPI_INT, s.MPI_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        assert(body == head + 1);
        /* the favourite may skip the body of its last job */
        verdict = first == 5 && s.MPI_SOURCE == 7 && head == 10 * (JOBS - 2);
        MPI_Send(&verdict, 1, MPI_INT, s.MPI_SOURCE, VERDICT, MPI_COMM_WORLD);
    }
}

static void work(int rank)
{
    int skip = 0, farewell = -1;
    for (int job = 0; job < JOBS; job++) {
        int head = 10 * job, body = head + 1;
        MPI_Send(&head, 1, MPI_INT, 0, HEADER, MPI_COMM_WORLD);
        if (skip)
            break;
        MPI_Send(&body, 1, MPI_INT, 0, BODY, MPI_COMM_WORLD);
        MPI_Recv(&skip, 1, MPI_INT, 0, VERDICT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Send(&farewell, 1, MPI_INT, 0, FAREWELL, MPI_COMM_WORLD);
    (void)rank;
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank)
        work(rank);
    else
        serve(size);
    MPI_Finalize();
    return 0;
}
