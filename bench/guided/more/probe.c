/* hunt: -n 9
 * The server looks how long the next message is, makes room for it, and receives from any
 * source, as "it is the one that was seen". Rank 6 sends one long message, its first; all
 * others are short. After the first message the server names the source. */
#include <mpi.h>
#include <stdlib.h>

enum { EACH = 3 };

int main(int argc, char **argv)
{
    int rank, size, buffer[8] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank) {
        for (int i = 0; i < EACH; i++)
            MPI_Send(buffer, rank == 6 && i == 0 ? 8 : 2, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else {
        for (int i = 0; i < EACH * (size - 1); i++) {
            MPI_Status s;
            int n;
            MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &s);
            MPI_Get_count(&s, MPI_INT, &n);
            int from = i ? s.MPI_SOURCE : MPI_ANY_SOURCE;
            int *room = malloc((size_t)n * sizeof *room);
            MPI_Recv(room, n, MPI_INT, from, 0, MPI_COMM_WORLD, &s);
            free(room);
        }
    }
    MPI_Finalize();
    return 0;
}
