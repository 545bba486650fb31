/* mazurka: -n 3 => unmatched-message|potential-deadlock; rank 0 receives with this tag from MPI_PROC_NULL, which is -1, at */
/* A ring, in which the neighbour of rank 0 is computed as (0 - 1) % size: that is -1, which is MPI_PROC_NULL with MPICH. Its
 * receive gets nothing, and what the last rank sends is never received. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, got = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int left = (rank - 1) % size, right = (rank + 1) % size;
    MPI_Sendrecv(&rank, 1, MPI_INT, right, 0, &got, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
