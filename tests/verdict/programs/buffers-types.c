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

/* In the heap, the pointer that the call names tells what is there. */
/* mazurka: -n 1 -- heap 0 => verified!any */
/* mazurka: -n 1 -- heap 1 => verified+buffer-type: the buffer is *p, which has integers of 4 bytes, and the datatype is MPI_FLOAT */
static void on_heap(void)
{
    int *p = ten();
    MPI_Bcast(p, 10, more ? MPI_FLOAT : MPI_INT, 0, MPI_COMM_SELF);
    free(p);
}

/* mazurka: -n 1 -- heap-behind 0 => verified!any */
/* mazurka: -n 1 -- heap-behind 1 => verified+buffer-type: MPI_Allreduce: the buffer is *p */
static void on_heap_behind(void)
{
    int *p = ten(), *q = ten();
    MPI_Allreduce(more ? MPI_IN_PLACE : (void *)q,
                  &p[2], 4, more ? MPI_UNSIGNED_LONG : MPI_INT,
                  MPI_SUM, MPI_COMM_SELF);
    free(p);
    free(q);
}

static double *kept_pointer;

/* mazurka: -n 1 -- heap-static 0 => verified!any */
/* mazurka: -n 1 -- heap-static 1 => verified+buffer-type: the buffer is *kept_pointer, which has floating-point numbers of 8 bytes */
static void on_heap_static(void)
{
    kept_pointer = calloc(4, sizeof *kept_pointer);
    MPI_Bcast(kept_pointer + 1, 2, more ? MPI_LONG : MPI_DOUBLE, 0, MPI_COMM_SELF);
    free(kept_pointer);
}

/* A pointer of another type that also points there is not the one that the call names;
 * nothing is said of what is no number, or of a structure. */
/* mazurka: -n 1 -- heap-other 0 => verified!any */
static void on_heap_other(void)
{
    struct {
        double *data;
    } s = {0};
    char *raw = malloc(80);
    int *old = (int *)raw;
    void *any = raw;
    s.data = (double *)raw;
    memset(raw, 0, 80);
    old[0] = 1;
    MPI_Bcast(s.data, 10, MPI_DOUBLE, 0, MPI_COMM_SELF);
    MPI_Bcast(raw, 10, MPI_DOUBLE, 0, MPI_COMM_SELF);
    MPI_Bcast(any, 10, MPI_DOUBLE, 0, MPI_COMM_SELF);
    MPI_Bcast(old, 80, MPI_BYTE, 0, MPI_COMM_SELF);
    MPI_Bcast(old, 20, MPI_INT, 0, MPI_COMM_SELF);
    free(raw);
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
    {"heap", on_heap},
    {"heap-behind", on_heap_behind},
    {"heap-static", on_heap_static},
    {"heap-other", on_heap_other},
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
