/* SPDX-License-Identifier: Apache-2.0
 *
 * reduce.c - every predefined operator on every type that the standard allows it for, and
 * operators of the program.
 *
 * Prints the results: compiled with MPICH and with our library, both must print the same.
 */
#include <complex.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 12 };

static uint64_t random_state = 1;

static int64_t random_number(void)
{
    random_state = random_state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (int64_t)random_state >> (random_state >> 59);
}

static double random_real(void)
{
    return (double)(random_number() % 1000) / 8;
}

/* ---- representations: how to make random values, and to print them ---- */

#define FOR_EACH_REPRESENTATION(X)                                                       \
    X(int8_t, (int8_t)random_number(), "%d", v)                                          \
    X(int16_t, (int16_t)random_number(), "%d", v)                                        \
    X(int32_t, (int32_t)random_number(), "%d", v)                                        \
    X(int64_t, random_number(), "%ld", v)                                                \
    X(uint8_t, (uint8_t)random_number(), "%u", v)                                        \
    X(uint16_t, (uint16_t)random_number(), "%u", v)                                      \
    X(uint32_t, (uint32_t)random_number(), "%u", v)                                      \
    X(uint64_t, (uint64_t)random_number(), "%lu", v)                                     \
    X(bool_t, random_number() & 1, "%d", v)                                              \
    X(logical_t, random_number() & 1, "%d", v)                                           \
    X(float, (float)random_real(), "%a", v)                                              \
    X(double, random_real(), "%a", v)                                                    \
    X(ldouble, (ldouble)random_real() / 3, "%La", v)                                     \
    X(fcomplex, (float)random_real() * (2 - 3 * I), "%a,%a", creal(v), cimag(v))         \
    X(dcomplex, random_real() * (2 - 3 * I), "%a,%a", creal(v), cimag(v))                \
    X(lcomplex, (ldouble)random_real() / 3 * (2 - 3 * I), "%La,%La", creall(v),          \
      cimagl(v))                                                                         \
    X(int_int, RANDOM_PAIR(int_int, int, int), "%d@%d", v.v, v.i)                        \
    X(float_int, RANDOM_PAIR(float_int, float, int), "%a@%d", v.v, v.i)                  \
    X(double_int, RANDOM_PAIR(double_int, double, int), "%a@%d", v.v, v.i)               \
    X(long_int, RANDOM_PAIR(long_int, long, int), "%ld@%d", v.v, v.i)                    \
    X(short_int, RANDOM_PAIR(short_int, short, int), "%d@%d", v.v, v.i)                  \
    X(ldouble_int, RANDOM_PAIR(ldouble_int, ldouble, int), "%La@%d", v.v, v.i)           \
    X(real_real, RANDOM_PAIR(real_real, float, float), "%a@%a", v.v, v.i)                \
    X(dbl_dbl, RANDOM_PAIR(dbl_dbl, double, double), "%a@%a", v.v, v.i)

static int64_t last;
#define RANDOM_PAIR(pair, value, index)                                                  \
    (last = random_number(), (pair){(value)(last % 3), (index)(last / 3 % 5)})

typedef _Bool bool_t;
typedef int32_t logical_t;
typedef long double ldouble;
typedef float _Complex fcomplex;
typedef double _Complex dcomplex;
typedef long double _Complex lcomplex;
#define PAIR(name, value, index)                                                         \
    typedef struct {                                                                     \
        value v;                                                                         \
        index i;                                                                         \
    } name
PAIR(int_int, int, int);
PAIR(float_int, float, int);
PAIR(double_int, double, int);
PAIR(long_int, long, int);
PAIR(short_int, short, int);
PAIR(ldouble_int, long double, int);
PAIR(real_real, float, float);
PAIR(dbl_dbl, double, double);

#define DEFINE(rep, make, ...)                                                           \
    static void fill_##rep(void *to)                                                     \
    {                                                                                    \
        for (int k = 0; k < N; k++)                                                      \
            ((rep *)to)[k] = make;                                                       \
    }                                                                                    \
    static void show_##rep(const void *from)                                             \
    {                                                                                    \
        for (int k = 0; k < N; k++) {                                                    \
            rep v = ((const rep *)from)[k];                                              \
            printf(" ");                                                                 \
            printf(__VA_ARGS__);                                                         \
        }                                                                                \
    }
FOR_EACH_REPRESENTATION(DEFINE)

/* ---- types and operators ---- */

enum { MAX_MIN = 1, SUM_PROD = 2, LOGIC = 4, BITS = 8, LOCATION = 16 };
enum {
    C_INTEGER = MAX_MIN | SUM_PROD | LOGIC | BITS,
    UNSIGNED = SUM_PROD | LOGIC | BITS, /* see unsigned_order() */
    FORTRAN_INTEGER = MAX_MIN | SUM_PROD | BITS,
    FLOATING = MAX_MIN | SUM_PROD,
};

#define TYPE(type, rep, operators)                                                       \
    {                                                                                    \
        MPI_##type, "MPI_" #type, fill_##rep, show_##rep, operators                      \
    }
static const struct {
    MPI_Datatype type;
    const char *name;
    void (*fill)(void *);
    void (*show)(const void *);
    int operators;
} types[] = {
    TYPE(SIGNED_CHAR, int8_t, C_INTEGER),
    TYPE(UNSIGNED_CHAR, uint8_t, UNSIGNED),
    TYPE(SHORT, int16_t, C_INTEGER),
    TYPE(UNSIGNED_SHORT, uint16_t, UNSIGNED),
    TYPE(INT, int32_t, C_INTEGER),
    TYPE(UNSIGNED, uint32_t, UNSIGNED),
    TYPE(LONG, int64_t, C_INTEGER),
    TYPE(UNSIGNED_LONG, uint64_t, UNSIGNED),
    TYPE(LONG_LONG, int64_t, C_INTEGER),
    TYPE(UNSIGNED_LONG_LONG, uint64_t, UNSIGNED),
    TYPE(INT8_T, int8_t, C_INTEGER),
    TYPE(INT16_T, int16_t, C_INTEGER),
    TYPE(INT32_T, int32_t, C_INTEGER),
    TYPE(INT64_T, int64_t, C_INTEGER),
    TYPE(UINT8_T, uint8_t, UNSIGNED),
    TYPE(UINT16_T, uint16_t, UNSIGNED),
    TYPE(UINT32_T, uint32_t, UNSIGNED),
    TYPE(UINT64_T, uint64_t, UNSIGNED),
    TYPE(INTEGER, int32_t, FORTRAN_INTEGER),
    TYPE(INTEGER1, int8_t, FORTRAN_INTEGER),
    TYPE(INTEGER2, int16_t, FORTRAN_INTEGER),
    TYPE(INTEGER4, int32_t, FORTRAN_INTEGER),
    TYPE(INTEGER8, int64_t, FORTRAN_INTEGER),
    TYPE(AINT, int64_t, FORTRAN_INTEGER),
    TYPE(OFFSET, int64_t, FORTRAN_INTEGER),
    TYPE(COUNT, int64_t, FORTRAN_INTEGER),
    TYPE(FLOAT, float, FLOATING),
    TYPE(DOUBLE, double, FLOATING),
    TYPE(LONG_DOUBLE, ldouble, FLOATING),
    TYPE(REAL, float, FLOATING),
    TYPE(DOUBLE_PRECISION, double, FLOATING),
    TYPE(REAL4, float, FLOATING),
    TYPE(REAL8, double, FLOATING),
    TYPE(LOGICAL, logical_t, LOGIC),
    TYPE(C_BOOL, bool_t, LOGIC),
    TYPE(CXX_BOOL, bool_t, LOGIC),
    TYPE(C_COMPLEX, fcomplex, SUM_PROD),
    TYPE(C_DOUBLE_COMPLEX, dcomplex, SUM_PROD),
    TYPE(C_LONG_DOUBLE_COMPLEX, lcomplex, SUM_PROD),
    TYPE(CXX_FLOAT_COMPLEX, fcomplex, SUM_PROD),
    TYPE(CXX_DOUBLE_COMPLEX, dcomplex, SUM_PROD),
    TYPE(CXX_LONG_DOUBLE_COMPLEX, lcomplex, SUM_PROD),
    TYPE(COMPLEX, fcomplex, SUM_PROD),
    TYPE(DOUBLE_COMPLEX, dcomplex, SUM_PROD),
    TYPE(COMPLEX8, fcomplex, SUM_PROD),
    TYPE(COMPLEX16, dcomplex, SUM_PROD),
    TYPE(BYTE, uint8_t, BITS),
    TYPE(2INT, int_int, LOCATION),
    TYPE(FLOAT_INT, float_int, LOCATION),
    TYPE(DOUBLE_INT, double_int, LOCATION),
    TYPE(LONG_INT, long_int, LOCATION),
    TYPE(SHORT_INT, short_int, LOCATION),
    TYPE(LONG_DOUBLE_INT, ldouble_int, LOCATION),
    TYPE(2INTEGER, int_int, LOCATION),
    TYPE(2REAL, real_real, LOCATION),
    TYPE(2DOUBLE_PRECISION, dbl_dbl, LOCATION),
};

static const struct {
    MPI_Op op;
    const char *name;
    int group;
} operators[] = {
    {MPI_MAX, "max", MAX_MIN},        {MPI_MIN, "min", MAX_MIN},
    {MPI_SUM, "sum", SUM_PROD},       {MPI_PROD, "prod", SUM_PROD},
    {MPI_LAND, "land", LOGIC},        {MPI_LOR, "lor", LOGIC},
    {MPI_LXOR, "lxor", LOGIC},        {MPI_BAND, "band", BITS},
    {MPI_BOR, "bor", BITS},           {MPI_BXOR, "bxor", BITS},
    {MPI_MINLOC, "minloc", LOCATION}, {MPI_MAXLOC, "maxloc", LOCATION},
};

#define NUMBER(array) (sizeof(array) / sizeof *(array))

static void predefined(void)
{
    static char in[N * 64], inout[N * 64];
    for (size_t t = 0; t < NUMBER(types); t++)
        for (size_t o = 0; o < NUMBER(operators); o++) {
            if (!(types[t].operators & operators[o].group))
                continue;
            types[t].fill(in);
            types[t].fill(inout);
            int code = MPI_Reduce_local(in, inout, N, types[t].type, operators[o].op);
            printf("%s %s %d:", types[t].name, operators[o].name, code);
            types[t].show(inout);
            int commutes;
            MPI_Op_commutative(operators[o].op, &commutes);
            printf(" %d\n", commutes);
        }
}

/* MPICH 4.0 takes unsigned integers for signed ones. */
static void unsigned_order(void)
{
#ifdef MAZURKA_MPI
#define CHECK(type, rep)                                                                 \
    do {                                                                                 \
        const rep in[2] = {1, (rep)-1};                                                  \
        rep most[2] = {(rep)-1, 1}, least[2] = {(rep)-1, 1};                             \
        MPI_Reduce_local(in, most, 2, type, MPI_MAX);                                    \
        MPI_Reduce_local(in, least, 2, type, MPI_MIN);                                   \
        if (most[0] != (rep)-1 || most[1] != (rep)-1 || least[0] != 1 || least[1] != 1)  \
            printf("%s has another order\n", #type);                                     \
    } while (0)
    CHECK(MPI_UNSIGNED_CHAR, uint8_t);
    CHECK(MPI_UNSIGNED_SHORT, uint16_t);
    CHECK(MPI_UNSIGNED, uint32_t);
    CHECK(MPI_UNSIGNED_LONG, uint64_t);
    CHECK(MPI_UNSIGNED_LONG_LONG, uint64_t);
    CHECK(MPI_UINT8_T, uint8_t);
    CHECK(MPI_UINT16_T, uint16_t);
    CHECK(MPI_UINT32_T, uint32_t);
    CHECK(MPI_UINT64_T, uint64_t);
#endif
}

static int calls;

/* 2 in - inout: order matters. Sees count and type. */
static void difference(void *in, void *inout, int *n, MPI_Datatype *type)
{
    int size;
    MPI_Type_size(*type, &size);
    calls++;
    for (int i = 0; i < *n * size / (int)sizeof(int); i++)
        ((int *)inout)[i] = 2 * ((int *)in)[i] - ((int *)inout)[i];
}

static void own(void)
{
    int in[] = {1, 2, 3, 4}, inout[] = {10, 20, 30, 40}, commutes;
    MPI_Op op;
    MPI_Datatype pair;
    MPI_Op_create(difference, 0, &op);
    MPI_Op_commutative(op, &commutes);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Reduce_local(in, inout, 2, pair, op);
    printf("own %d %d: %d %d %d %d\n", commutes, calls, inout[0], inout[1], inout[2],
           inout[3]);
    MPI_Type_free(&pair);
    MPI_Op_free(&op);
    printf("freed %d\n", op == MPI_OP_NULL);
}

static int error_class(int code)
{
    int class;
    MPI_Error_class(code, &class);
    return class;
}

/* What the standard forbids: the class of the error. */
static void forbidden(void)
{
    int in[4] = {0}, out[4] = {0};
    MPI_Datatype derived;
    MPI_Op null = MPI_OP_NULL, sum = MPI_SUM;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Type_dup(MPI_INT, &derived);
    printf("derived %d\n", error_class(MPI_Reduce_local(in, out, 1, derived, MPI_SUM)));
    printf("null op %d\n",
           error_class(MPI_Reduce_local(in, out, 1, MPI_INT, MPI_OP_NULL)));
    printf("free null %d\n", error_class(MPI_Op_free(&null)));
    printf("free sum %d\n", error_class(MPI_Op_free(&sum)));
    printf("minloc %d\n", error_class(MPI_Reduce_local(in, out, 1, MPI_INT, MPI_MINLOC)));
    printf("band %d\n", error_class(MPI_Reduce_local(in, out, 1, MPI_FLOAT, MPI_BAND)));
    MPI_Type_free(&derived);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    predefined();
    unsigned_order();
    own();
    forbidden();
    MPI_Finalize();
    return 0;
}
