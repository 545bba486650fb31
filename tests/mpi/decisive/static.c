/* static.c PROGRAM - ranks that do what they are told: for each rank a word, separated by
 * commas, of pairs of characters: s2 sends to rank 2, S2 synchronously, r2 receives from
 * it, r* from any source. */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, x = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const char *word = argv[1];
    for (int i = 0; i < rank; i++)
        word = strchr(word, ',') + 1;
    for (; *word && *word != ','; word += 2) {
        int peer = word[1] == '*' ? MPI_ANY_SOURCE : word[1] - '0';
        if (word[0] == 's')
            MPI_Send(&x, 1, MPI_INT, peer, 0, MPI_COMM_WORLD);
        else if (word[0] == 'S')
            MPI_Ssend(&x, 1, MPI_INT, peer, 0, MPI_COMM_WORLD);
        else
            MPI_Recv(&x, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
