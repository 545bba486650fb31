/* mazurka: -n 5 --executions 1 --show-output => exit-code */
/* env: SAY_EXIT=1 */
/* mpich: prints the same */
/* Reductions: every predefined operator, and the program's own. */
#include "say.h"
#include <complex.h>

static void operators(void)
{
    static const MPI_Op op[] = {MPI_MAX, MPI_MIN,  MPI_SUM, MPI_PROD, MPI_LAND,
                                MPI_LOR, MPI_LXOR, MPI_BAND, MPI_BOR, MPI_BXOR};
    for (int i = 0; i < 10; i++) {
        int v[3] = {rank + 1, rank % 2, 7 - rank}, w[3] = {-9, -9, -9};
        MPI_Reduce(v, w, 3, MPI_INT, op[i], 2, MPI_COMM_WORLD);
        SAY_INTS(w, 3);
        MPI_Allreduce(v, w, 3, MPI_INT, op[i], MPI_COMM_WORLD);
        SAY_INTS(w, 3);
        MPI_Scan(v, w, 3, MPI_INT, op[i], MPI_COMM_WORLD);
        SAY_INTS(w, 3);
        w[0] = w[1] = w[2] = -9;
        MPI_Exscan(v, w, 3, MPI_INT, op[i], MPI_COMM_WORLD);
        if (rank)
            SAY_INTS(w, 3);
    }
}

#define TYPE(c_type, mpi_type, format)                                                   \
    do {                                                                                 \
        static c_type v[2], sum[2], most[2];                                             \
        v[0] = (c_type)(rank + 1), v[1] = (c_type)(10 - rank);                           \
        MPI_Allreduce(v, sum, 2, mpi_type, MPI_SUM, MPI_COMM_WORLD);                     \
        MPI_Allreduce(v, most, 2, mpi_type, MPI_MAX, MPI_COMM_WORLD);                    \
        SAY(#mpi_type " " format " " format " " format " " format, sum[0], sum[1],       \
            most[0], most[1]);                                                           \
    } while (0)

static void types(void)
{
    TYPE(signed char, MPI_SIGNED_CHAR, "%d");
    TYPE(unsigned char, MPI_UNSIGNED_CHAR, "%d");
    TYPE(short, MPI_SHORT, "%d");
    TYPE(unsigned short, MPI_UNSIGNED_SHORT, "%d");
    TYPE(unsigned, MPI_UNSIGNED, "%u");
    TYPE(long, MPI_LONG, "%ld");
    TYPE(unsigned long, MPI_UNSIGNED_LONG, "%lu");
    TYPE(long long, MPI_LONG_LONG, "%lld");
    TYPE(float, MPI_FLOAT, "%g");
    TYPE(double, MPI_DOUBLE, "%g");
    TYPE(long double, MPI_LONG_DOUBLE, "%Lg");
    double complex z = rank + 2 * I, product;
    MPI_Allreduce(&z, &product, 1, MPI_C_DOUBLE_COMPLEX, MPI_PROD, MPI_COMM_WORLD);
    SAY("%g %g", creal(product), cimag(product));
}

static void pairs(void)
{
    struct {
        double value;
        int at;
    } v[2] = {{rank % 3, rank}, {-(rank % 3), rank}}, w[2];
    MPI_Allreduce(v, w, 2, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
    SAY("%g %d %g %d", w[0].value, w[0].at, w[1].value, w[1].at);
    MPI_Reduce(v, w, 2, MPI_DOUBLE_INT, MPI_MINLOC, 0, MPI_COMM_WORLD);
    if (!rank)
        SAY("%g %d %g %d", w[0].value, w[0].at, w[1].value, w[1].at);
    int x[2] = {rank, rank}, y[2];
    MPI_Scan(x, y, 1, MPI_2INT, MPI_MINLOC, MPI_COMM_WORLD);
    SAY_INTS(y, 2);
}

/* 2x2 matrices: associative and not commutative. */
static void multiply(void *in, void *inout, int *n, MPI_Datatype *type)
{
    int *a = in, *b = inout;
    (void)type;
    for (int i = 0; i < *n; i++, a += 4, b += 4) {
        int c[4] = {a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3],
                    a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3]};
        memcpy(b, c, sizeof c);
    }
}

static void own(void)
{
    MPI_Datatype matrix;
    MPI_Op op;
    int v[8] = {1, rank, 0, 1, rank, 1, 1, 0}, w[40] = {0}, counts[5] = {1, 0, 2, 1, 1};
    MPI_Type_contiguous(4, MPI_INT, &matrix);
    MPI_Type_commit(&matrix);
    MPI_Op_create(multiply, 0, &op);
    MPI_Reduce(v, w, 2, matrix, op, 1, MPI_COMM_WORLD);
    SAY_INTS(w, 8);
    MPI_Allreduce(v, w, 2, matrix, op, MPI_COMM_WORLD);
    SAY_INTS(w, 8);
    MPI_Scan(v, w, 2, matrix, op, MPI_COMM_WORLD);
    SAY_INTS(w, 8);
    memset(w, 0, sizeof w);
    MPI_Exscan(v, w, 2, matrix, op, MPI_COMM_WORLD);
    if (rank)
        SAY_INTS(w, 8);
    int many[20];
    for (int i = 0; i < 20; i++)
        many[i] = (rank + i) % 3;
    memset(w, 0, sizeof w);
    MPI_Reduce_scatter(many, w, counts, matrix, op, MPI_COMM_WORLD);
    SAY_INTS(w, 8);
    MPI_Reduce_scatter_block(many, w, 1, matrix, op, MPI_COMM_WORLD);
    SAY_INTS(w, 4);
    MPI_Reduce_local(v, many, 2, matrix, op);
    SAY_INTS(many, 8);
    MPI_Op_free(&op);
    MPI_Type_free(&matrix);
}

static void in_place(void)
{
    int v[10], w[10] = {0}, counts[5] = {2, 0, 3, 1, 4};
    MPI_Request r;
#define FILL                                                                             \
    for (int i = 0; i < 10; i++)                                                         \
    v[i] = rank * i
    FILL;
    MPI_Allreduce(MPI_IN_PLACE, v, 10, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    SAY_INTS(v, 10);
    FILL;
    MPI_Reduce(rank == 3 ? MPI_IN_PLACE : v, v, 10, MPI_INT, MPI_SUM, 3, MPI_COMM_WORLD);
    SAY_INTS(v, 10);
    FILL;
    MPI_Scan(MPI_IN_PLACE, v, 10, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    SAY_INTS(v, 10);
    FILL;
    MPI_Exscan(MPI_IN_PLACE, v, 10, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (rank)
        SAY_INTS(v, 10);
    FILL;
    MPI_Reduce_scatter(MPI_IN_PLACE, v, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    SAY_INTS(v, counts[rank]);
    FILL;
    MPI_Reduce_scatter_block(MPI_IN_PLACE, v, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    SAY_INTS(v, 2);
    FILL;
    MPI_Iallreduce(v, w, 10, MPI_INT, MPI_MIN, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    SAY_INTS(w, 10);
    MPI_Ireduce(v, w, 10, MPI_INT, MPI_SUM, 4, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    SAY_INTS(w, 10);
    MPI_Iscan(v, w, 10, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    SAY_INTS(w, 10);
    memset(w, 0, sizeof w);
    MPI_Iexscan(v, w, 10, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    if (rank)
        SAY_INTS(w, 10);
    MPI_Ireduce_scatter(v, w, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    SAY_INTS(w, counts[rank]);
    MPI_Ireduce_scatter_block(v, w, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    SAY_INTS(w, 2);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    operators();
    types();
    pairs();
    own();
    in_place();
    MPI_Finalize();
}
