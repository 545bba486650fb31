/* More steps than a trace has as events, in most of which nothing happens that matters;
 * and what would be an element of the page, if it were not escaped: </script><b>&amp; */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, value = 1, other;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("rank %d says <b>hello</b></script>\n", rank);
    for (int i = 0; i < 400; i++) {
        if (rank == 0)
            MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        if (rank < 2)
            MPI_Recv(&other, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 1)
            MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        if (i % 100 == 99)
            MPI_Barrier(MPI_COMM_WORLD);
    }
    if (rank == 2) {
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE); /* </script> */
        MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
