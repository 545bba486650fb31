/* mazurka: -n 2 => verified */
/* mazurka: -n 2 -- some => invalid-argument; MPI_IN_PLACE is for that */
/* All empty arrays may have one address; it is not given twice unless there are data in it. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int counts[2] = {argc > 1, argc > 1}, places[2] = {0, 0}, array[2] = {0};
    MPI_Request r;
    MPI_Init(&argc, &argv);
    MPI_Alltoallv(array, counts, places, MPI_INT, array, counts, places, MPI_INT, MPI_COMM_WORLD);
    MPI_Ialltoallv(array, counts, places, MPI_INT, array, counts, places, MPI_INT, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
