/* mpich: compiles */
/* What a variable is, and what the datatype says.
 *
 * Each function is run twice: with 0 everything is right, with 1 the type of the buffer,
 * a variable, is not what the datatype says. */
#include "truth.h"

static int rank, other, size, more; /* more: 0 or 1 */
static MPI_Request q;

static double doubles[4];

#define READ(p, n, type) MPI_Bcast(p, n, type, 0, MPI_COMM_SELF)

/* Ten ints in the heap. */
static int *ten(void)
{
    int *p = malloc(10 * sizeof *p);
    for (int i = 0; i < 10; i++)
        p[i] = i;
    return p;
}

/* mazurka: -n 1 -- float-as-double 0 => verified!any */
/* mazurka: -n 1 -- float-as-double 1 => verified+buffer-type: the buffer is x, which has floating-point numbers of 4 bytes */
static void on_float_as_double(void)
{
    float x[2] = {0};
    READ(x, more ? 1 : 2, more ? MPI_DOUBLE : MPI_FLOAT);
}

/* mazurka: -n 1 -- int-as-float 0 => verified!any */
/* mazurka: -n 1 -- int-as-float 1 => verified+buffer-type: the buffer is x, which has integers of 4 bytes, and the datatype is MPI_FLOAT */
static void on_int_as_float(void)
{
    int x = 0;
    READ(&x, 1, more ? MPI_FLOAT : MPI_INT);
}

/* mazurka: -n 1 -- double-as-long 0 => verified!any */
/* mazurka: -n 1 -- double-as-long 1 => verified+buffer-type: the datatype is MPI_LONG */
static void on_double_as_long(void)
{
    double x = 0;
    READ(&x, 1, more ? MPI_LONG : MPI_DOUBLE);
}

/* mazurka: -n 1 -- long-as-int 0 => verified!any */
/* mazurka: -n 1 -- long-as-int 1 => verified+buffer-type: the buffer is x, which has integers of 8 bytes, and the datatype is MPI_INT */
static void on_long_as_int(void)
{
    long x[4] = {0};
    READ(x, 4, more ? MPI_INT : MPI_LONG);
}

/* mazurka: -n 1 -- static-double-as-int 0 => verified!any */
/* mazurka: -n 1 -- static-double-as-int 1 => verified+buffer-type: the buffer is doubles, which has floating-point numbers of 8 bytes */
static void on_static_double_as_int(void)
{
    READ(doubles, 2, more ? MPI_INT : MPI_DOUBLE);
}

/* mazurka: -n 1 -- local-static 0 => verified!any */
/* mazurka: -n 1 -- local-static 1 => verified+buffer-type: the buffer is */
static void on_local_static(void)
{
    static short kept[4];
    READ(kept, 2, more ? MPI_INT : MPI_SHORT);
}

/* mazurka: -n 1 -- vector-of-float 0 => verified!any */
/* mazurka: -n 1 -- vector-of-float 1 => verified+buffer-type: the datatype is MPI_FLOAT */
static void on_vector_of_float(void)
{
    double x[8] = {0};
    MPI_Datatype t;
    MPI_Type_vector(2, 1, 3, more ? MPI_FLOAT : MPI_DOUBLE, &t);
    MPI_Type_commit(&t);
    READ(x, 1, t);
    MPI_Type_free(&t);
}

/* mazurka: -n 1 -- complex 0 => verified!any */
/* mazurka: -n 1 -- complex 1 => verified+buffer-type: the datatype is MPI_C_COMPLEX */
static void on_complex(void)
{
    double x[4] = {0}; /* two complex numbers, or two halves of other ones */
    READ(x, 2, more ? MPI_C_FLOAT_COMPLEX : MPI_C_DOUBLE_COMPLEX);
}

/* mazurka: -n 1 -- received 0 => verified!any */
/* mazurka: -n 1 -- received 1 => verified+buffer-type: MPI_Recv: the buffer is x */
static void on_received(void)
{
    double sent = 1, x = 0;
    float wrong = 1;
    MPI_Isend(more ? (void *)&wrong : &sent, 1, more ? MPI_FLOAT : MPI_DOUBLE, 0, 0,
              WORLD, &q);
    MPI_Recv(&x, 1, more ? MPI_FLOAT : MPI_DOUBLE, 0, 0, WORLD, IGNORE);
    MPI_Wait(&q, IGNORE);
}

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    {"float-as-double", on_float_as_double},
    {"int-as-float", on_int_as_float},
    {"double-as-long", on_double_as_long},
    {"long-as-int", on_long_as_int},
    {"static-double-as-int", on_static_double_as_int},
    {"local-static", on_local_static},
    {"vector-of-float", on_vector_of_float},
    {"complex", on_complex},
    {"received", on_received},
};

int main(int argc, char **argv)
{
    rank = begin();
    MPI_Comm_size(WORLD, &size);
    other = size - 1 - rank;
    more = argc > 2 && atoi(argv[2]);
    for (size_t i = 0; argc > 1 && i < sizeof cases / sizeof *cases; i++)
        if (!strcmp(argv[1], cases[i].name))
            cases[i].run();
    return end();
}
