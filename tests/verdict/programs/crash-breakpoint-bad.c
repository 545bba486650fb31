/* mazurka: -n 2 => crash: trap instruction
 * mazurka: -n 2 -- other => crash: trap instruction
 *
 * Instructions that trap are the program's own, whatever the kernel calls the trap: a breakpoint, or the one-byte instruction that
 * looks like a single step. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 0;
    MPI_Request r = MPI_REQUEST_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &r);
    if (rank == 1 && argc > 1)
        __asm__ volatile(".byte 0xf1");
    if (rank == 1)
        __asm__ volatile("int3");
    if (rank == 0)
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Finalize();
}
