/* mpich: compiles */
/* The neighbours of a grid, from MPI itself. */
#include <mpi.h>

/* mazurka: -n 3 => verified!any */
int main(int argc, char **argv)
{
    int size, left, right, x = 1, y = 2, open = 0;
    MPI_Comm line;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &open, 0, &line);
    MPI_Cart_shift(line, 0, 1, &left, &right);
    MPI_Sendrecv(&x, 1, MPI_INT, right, 0, &y, 1, MPI_INT, left, 0, line,
                 MPI_STATUS_IGNORE);
    MPI_Comm_free(&line);
    MPI_Finalize();
    return 0;
}
