/* mazurka: -n 1 --keep-going => verified; 1 warning; warning[resource-leak]
 *
 * A datatype for the columns of a matrix is made, used and forgotten. */
#include <mpi.h>

int main(int argc, char **argv)
{
    double matrix[4][4] = {{0}}, column[4];
    MPI_Datatype columns;
    MPI_Init(&argc, &argv);
    MPI_Type_vector(4, 1, 4, MPI_DOUBLE, &columns);
    MPI_Type_commit(&columns);
    MPI_Sendrecv(&matrix[0][1], 1, columns, 0, 0, column, 4, MPI_DOUBLE, 0, 0,
                 MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
