/* mazurka: -n 2 => local-race: writes to the buffer of MPI_Isend */
/* A string is changed while it is sent. */
#include <memory>
#include <mpi.h>
#include <string>
#include <vector>

static volatile long sink;

int main(int argc, char **argv)
{
    int rank;
    MPI_Request q;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        std::string s(200, 'a');
        MPI_Isend(&s[0], 200, MPI_CHAR, 1, 0, MPI_COMM_WORLD, &q);
        s.replace(0, 1, "b");
        MPI_Wait(&q, MPI_STATUS_IGNORE);
    } else {
        char x[200];
        MPI_Recv(x, 200, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
