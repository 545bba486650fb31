/* columns.c - a five-point stencil that computes inside while its halo is in flight.
 *
 *     columns N ROUNDS
 *
 * The ranks are a row; each has N x N points, with a column of halo (a vector type) on
 * either side and, in the same array, what it computes meanwhile. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int n, stride;

static double *at(double *a, int row, int column)
{
    return &a[(size_t)row * (size_t)stride + (size_t)column];
}

static void compute(double *to, double *from, int low, int high)
{
    for (int i = 1; i < n + 1; i++)
        for (int j = low; j < high; j++)
            *at(to, i, j) = 0.25 * (*at(from, i - 1, j) + *at(from, i + 1, j) +
                                    *at(from, i, j - 1) + *at(from, i, j + 1));
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Datatype column;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    n = argc > 1 ? atoi(argv[1]) : 500;
    stride = n + 2;
    double *a = calloc((size_t)stride * (size_t)stride, sizeof *a),
           *b = calloc((size_t)stride * (size_t)stride, sizeof *b);
    int left = rank ? rank - 1 : MPI_PROC_NULL,
        right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
    MPI_Type_vector(n, 1, stride, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    for (int i = 0; i < stride; i++)
        *at(a, i, 1) = rank + i;
    for (int round = 0; round < (argc > 2 ? atoi(argv[2]) : 100); round++) {
        MPI_Request q[4];
        MPI_Irecv(at(a, 1, 0), 1, column, left, 0, MPI_COMM_WORLD, &q[0]);
        MPI_Irecv(at(a, 1, n + 1), 1, column, right, 1, MPI_COMM_WORLD, &q[1]);
        MPI_Isend(at(a, 1, 1), 1, column, left, 1, MPI_COMM_WORLD, &q[2]);
        MPI_Isend(at(a, 1, n), 1, column, right, 0, MPI_COMM_WORLD, &q[3]);
        compute(b, a, 2, n);
        MPI_Waitall(4, q, MPI_STATUSES_IGNORE);
        compute(b, a, 1, 2);
        compute(b, a, n, n + 1);
        double *c = a;
        a = b;
        b = c;
    }
    MPI_Type_free(&column);
    if (rank == 0)
        printf("%g\n", *at(a, n / 2, n / 2));
    free(a);
    free(b);
    MPI_Finalize();
    return 0;
}
