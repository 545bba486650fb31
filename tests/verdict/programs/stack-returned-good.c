/* mazurka: -n 2 => verified */
/* What a call leaves below the stack pointer is the same whether the buffer of a pending receive is watched or not: nothing.
 * Otherwise it would lie in the gaps of later frames, and be taken for a part of the state. */
#include <assert.h>
#include <mpi.h>

static void ask(void)
{
    int rank;
    unsigned long below[2];
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    __asm__ volatile("movq -8(%%rsp), %0\n\tmovq -16(%%rsp), %1" : "=&r"(below[0]), "=&r"(below[1]));
    assert(!below[0] && !below[1]);
}

int main(int argc, char **argv)
{
    static int value[1024];
    int rank;
    MPI_Request r;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    ask();
    MPI_Irecv(value, 1024, MPI_INT, !rank, 0, MPI_COMM_WORLD, &r);
    ask();
    MPI_Send(&rank, 1, MPI_INT, !rank, 0, MPI_COMM_WORLD);
    ask();
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    ask();
    MPI_Finalize();
    return 0;
}
