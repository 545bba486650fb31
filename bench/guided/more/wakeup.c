/* hunt: -n 8
 * A queue between two producers and five consumers. A consumer that finds nothing says that it sleeps, and is woken when
 * the next item comes. If two consumers sleep, only the one that fell asleep last is remembered. It is woken for every
 * item, but the other sleeps until the end, and the end is told only to those who ask. */
#include <mpi.h>
#include <string.h>

enum { ITEM = 1, ASK, ANSWER, ITEMS = 6, NONE = -1, END = -2 };

static void queue(int size)
{
    int have = 0, come = 0, told = 0, sleeper = 0, consumers = size - 3;
    while (come < 2 * ITEMS || told < consumers) {
        int value;
        MPI_Status s;
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        if (s.MPI_TAG == ITEM) {
            come++;
            have++;
            if (!sleeper)
                continue;
            s.MPI_SOURCE = sleeper;
            sleeper = 0;
        }
        if (!have && come < 2 * ITEMS) {
            sleeper = s.MPI_SOURCE;
            continue;
        }
        value = have ? have-- : END;
        told += value == END;
        MPI_Send(&value, 1, MPI_INT, s.MPI_SOURCE, ANSWER, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    int rank, size, value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (!rank)
        queue(size);
    else if (rank < 3)
        for (int i = 0; i < ITEMS; i++)
            MPI_Send(&i, 1, MPI_INT, 0, ITEM, MPI_COMM_WORLD);
    else
        while (value != END) {
            MPI_Send(&rank, 1, MPI_INT, 0, ASK, MPI_COMM_WORLD);
            MPI_Recv(&value, 1, MPI_INT, 0, ANSWER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    MPI_Finalize();
    return 0;
}
