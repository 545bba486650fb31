/* mazurka: -n 2 -- kind => deadlock: has sent it one by another kind of operation
 * mazurka: -n 2 -- any => invalid-argument: the source is MPI_ANY_SOURCE, which is for receives that are not partitioned
 *
 * A partitioned receive and an ordinary send do not fit (MPI-4.1, 4.2), and a partitioned receive names its source. */
#include "truth.h"

int main(int argc, char **argv)
{
    int value = 0, rank = begin();
    int any = argc > 1 && !strcmp(argv[1], "any");
    MPI_Request q;
    if (rank == 0) {
        MPI_Precv_init(&value, 1, 1, MPI_INT, any ? ANY : 1, 0, WORLD, MPI_INFO_NULL, &q);
        MPI_Start(&q);
        MPI_Wait(&q, IGNORE);
        MPI_Request_free(&q);
    } else {
        MPI_Send(&value, 1, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
