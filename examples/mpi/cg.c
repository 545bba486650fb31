/* mazurka: -n 3 --keep-going => verified
 *
 * Conjugate gradients for a matrix with 2 on its diagonal and -1 beside it; each rank has
 * some of the rows. */
#include <assert.h>
#include <math.h>
#include <mpi.h>

enum { ROWS = 4 };

static int rank, size;

static double dot(const double *a, const double *b)
{
    double part = 0, sum;
    for (int i = 0; i < ROWS; i++)
        part += a[i] * b[i];
    MPI_Allreduce(&part, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

static void multiply(const double *x, double *y)
{
    double before = 0, after = 0;
    int left = rank ? rank - 1 : MPI_PROC_NULL,
        right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
    MPI_Sendrecv(&x[0], 1, MPI_DOUBLE, left, 0, &after, 1, MPI_DOUBLE, right, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(&x[ROWS - 1], 1, MPI_DOUBLE, right, 1, &before, 1, MPI_DOUBLE, left, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < ROWS; i++)
        y[i] = 2 * x[i] - (i ? x[i - 1] : before) - (i < ROWS - 1 ? x[i + 1] : after);
}

int main(int argc, char **argv)
{
    double x[ROWS] = {0}, r[ROWS], p[ROWS], q[ROWS];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < ROWS; i++)
        r[i] = p[i] = 1;
    double rho = dot(r, r);
    int steps = 0;
    for (; rho > 1e-12 && steps < 2 * ROWS * size; steps++) {
        multiply(p, q);
        double alpha = rho / dot(p, q);
        for (int i = 0; i < ROWS; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        double before = rho;
        rho = dot(r, r);
        for (int i = 0; i < ROWS; i++)
            p[i] = r[i] + rho / before * p[i];
    }
    multiply(x, q);
    for (int i = 0; i < ROWS; i++)
        assert(fabs(q[i] - 1) < 1e-5);
    assert(steps <= ROWS * size + 1);
    MPI_Finalize();
    return 0;
}
