/* Leaves a request unused, or waits for a message that nobody sends, as the file "what" says: for
 * replay.sh. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int says(const char *word)
{
    char text[16] = "";
    FILE *f = fopen("what", "r");
    int found = f && fgets(text, sizeof text, f) && !strncmp(text, word, strlen(word));
    if (f)
        fclose(f);
    return found;
}

int main(int argc, char **argv)
{
    int rank, x = 0;
    MPI_Request unused;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("rank %d is here\n", rank);
    MPI_Sendrecv(&rank, 1, MPI_INT, 1 - rank, 0, &x, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    if (rank == 0 && (says("leak") || says("other"))) {
        if (says("leak"))
            MPI_Send_init(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &unused);
        else
            MPI_Recv_init(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &unused);
    }
    if (says("wait"))
        MPI_Recv(&x, 1, MPI_INT, 1 - rank, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
