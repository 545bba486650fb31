/* mazurka: -n 2 --strict => verified!any */
/* cc: -O1 */
/* The variable that is received into shares its place on the stack with one of another type, of a later block. */
#include <assert.h>
#include <mpi.h>
#include <time.h>

static int receive(int source, int tag)
{
    int x = -1;
    MPI_Recv(&x, 1, MPI_INT, source, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return x;
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        int one = receive(1, 0);
        time_t t = one - 1;
        struct tm *m = gmtime(&t);
        assert(m->tm_year == 70);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
