/* mpich: compiles */
/* What a variable is, and what the datatype says.
 *
 * Each function is run twice: with 0 everything is right, with 1 the type of the buffer,
 * a variable, is not what the datatype says. */
#include "truth.h"
#include <stdbool.h>
#include <stddef.h>

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

struct cell {
    int i;
    char c;
    double d[2];
    struct {
        float x, y;
    } at;
    void *other;
};

/* A datatype for it, with these displacements. */
static MPI_Datatype cell_type(MPI_Aint i, MPI_Aint c, MPI_Aint d, MPI_Aint at, bool resize)
{
    MPI_Datatype plain, t, of[] = {MPI_INT, MPI_CHAR, MPI_DOUBLE, MPI_FLOAT};
    int lengths[] = {1, 1, 2, 2};
    MPI_Aint places[] = {i, c, d, at};
    MPI_Type_create_struct(4, lengths, places, of, &plain);
    MPI_Type_create_resized(plain, 0, resize ? sizeof(struct cell) : at + 8, &t);
    MPI_Type_free(&plain);
    MPI_Type_commit(&t);
    return t;
}

#define AT(member) (MPI_Aint) offsetof(struct cell, member)

/* mazurka: -n 1 -- padding 0 => verified!any */
/* mazurka: -n 1 -- padding 1 => verified+buffer-type: the buffer is *p, a structure, and the datatype has MPI_DOUBLE at offset 5, where there is no member */
static void on_padding(void)
{
    struct cell *p = calloc(1, sizeof *p);
    MPI_Datatype t = cell_type(AT(i), AT(c), more ? 5 : AT(d), AT(at), true);
    MPI_Bcast(p, 1, t, 0, MPI_COMM_SELF);
    MPI_Type_free(&t);
    free(p);
}

/* mazurka: -n 1 -- order 0 => verified!any */
/* mazurka: -n 1 -- order 1 => verified+buffer-type: the buffer is s, a structure, and the datatype has MPI_FLOAT at offset 8, where d begins at 8 and has floating-point numbers of 8 bytes */
static void on_order(void)
{
    struct cell s = {0};
    MPI_Datatype t = cell_type(AT(i), AT(c), AT(d), more ? AT(d) : AT(at), true);
    MPI_Bcast(&s, 1, t, 0, MPI_COMM_SELF);
    MPI_Type_free(&t);
}

/* mazurka: -n 1 -- swapped 0 => verified!any */
/* mazurka: -n 1 -- swapped 1 => verified+buffer-type: the datatype has MPI_INT at offset 4, where c begins at 4 and has 1 bytes */
static void on_swapped(void)
{
    struct cell s = {0};
    MPI_Datatype t = cell_type(more ? AT(c) : AT(i), more ? AT(i) : AT(c), AT(d), AT(at), true);
    MPI_Bcast(&s, 1, t, 0, MPI_COMM_SELF);
    MPI_Type_free(&t);
}

/* mazurka: -n 1 -- extent 0 => verified!any */
/* mazurka: -n 1 -- extent 1 => verified+buffer-type: the buffer is cells ... structures of 40 bytes, and the extent of the datatype is 32 */
static void on_extent(void)
{
    static struct cell cells[3];
    MPI_Datatype t = cell_type(AT(i), AT(c), AT(d), AT(at), !more);
    MPI_Bcast(cells, 2, t, 0, MPI_COMM_SELF);
    MPI_Bcast(&cells[1], 1, t, 0, MPI_COMM_SELF);
    MPI_Bcast(&cells[2].c, 1, MPI_CHAR, 0, MPI_COMM_SELF);
    MPI_Bcast(cells, (int)sizeof cells, MPI_BYTE, 0, MPI_COMM_SELF);
    MPI_Type_free(&t);
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
    {"padding", on_padding},
    {"order", on_order},
    {"swapped", on_swapped},
    {"extent", on_extent},
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
