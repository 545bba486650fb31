/* mazurka: -n 2 => verified+resource-leak */
#include <mpi.h>

static MPI_Comm row, column;
static MPI_Datatype line;

static void make_grid(int rank)
{
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &row);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &column);
    MPI_Type_vector(4, 1, 8, MPI_DOUBLE, &line);
    MPI_Type_commit(&line);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Group all;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    make_grid(rank);
    MPI_Comm_group(row, &all);
    MPI_Comm_free(&column);
    MPI_Finalize();
    return 0;
}
