/* mpich: compiles */
/* Buffers in all kinds of memory.
 *
 * Each function is run twice: with 0 everything is right, with 1 the buffer is too short,
 * begins too early, or is gone. */
#include "truth.h"

static int rank, other, size, more; /* more: 0 or 1 */
static MPI_Request q;

static int ints[10], matrix[4][5];
static struct {
    int n, a[9];
} record;
int global[10];

/* What is sent to oneself is read all the same. */
#define READ(p, n, type) MPI_Bcast(p, n, type, 0, MPI_COMM_SELF)

__attribute__((noinline)) void by_value(int x)
{
    READ(&x, 1 + more, MPI_INT);
}

__attribute__((noinline)) static void deeper(int *p)
{
    READ(p, 10 + more, MPI_INT);
    __asm__ volatile("");
}

__attribute__((noinline)) void of_caller(int *p)
{
    deeper(p);
    __asm__ volatile("");
}

__attribute__((noinline)) int *returned(int deep)
{
    int p[10], *volatile mine = p;
    int *inner = deep ? returned(deep - 1) : mine;
    __asm__ volatile("" : : "r"(p) : "memory");
    return inner;
}

/* Ten ints in the heap. */
static int *ten(void)
{
    int *p = malloc(10 * sizeof *p);
    for (int i = 0; i < 10; i++)
        p[i] = i;
    return p;
}

/* mazurka: -n 1 -- calloc 0 => verified!any */
/* mazurka: -n 1 -- calloc 1 => invalid-argument: reads 44 bytes from a heap block of 40 bytes */
static void on_calloc(void)
{
    int *p = calloc(10, 4);
    READ(p, 10 + more, MPI_INT);
    free(p);
}

/* mazurka: -n 1 -- realloc 0 => verified!any */
/* mazurka: -n 1 -- realloc 1 => invalid-argument: reads 40 bytes from a heap block of 36 bytes */
static void on_realloc(void)
{
    int *p = realloc(ten(), 40 - 4 * (size_t)more);
    READ(p, 10, MPI_INT);
    free(p);
}

/* mazurka: -n 1 -- aligned 0 => verified!any */
/* mazurka: -n 1 -- aligned 1 => invalid-argument: reads 44 bytes from a heap block of 40 bytes */
static void on_aligned(void)
{
    int *p;
    assert(!posix_memalign((void **)&p, 256, 40));
    READ(p, 10 + more, MPI_INT);
    free(p);
}

/* mazurka: -n 1 -- aligned-page 0 => verified!any */
/* mazurka: -n 1 -- aligned-page 1 => invalid-argument: reads 8 bytes from 4 bytes before a heap block of 40 bytes */
static void on_aligned_page(void)
{
    int *p = aligned_alloc(4096, 40);
    READ(p - more, 2, MPI_INT);
    free(p);
}

/* mazurka: -n 1 -- large 0 => verified!any */
/* mazurka: -n 1 -- large 1 => invalid-argument: reads 1000004 bytes from a heap block of 1000000 bytes */
static void on_large(void)
{
    int *p = malloc(1000000);
    READ(p, 250000 + more, MPI_INT);
    free(p);
}

/* mazurka: -n 1 -- inside 0 => verified!any */
/* mazurka: -n 1 -- inside 1 => invalid-argument: reads 20 bytes at offset 24 of a heap block of 40 bytes */
static void on_inside(void)
{
    int *p = ten();
    READ(p + 5 + more, 5, MPI_INT);
    free(p);
}

/* mazurka: -n 1 -- before 0 => verified!any */
/* mazurka: -n 1 -- before 1 => invalid-argument: reads 8 bytes from 4 bytes before a heap block of 40 bytes */
static void on_before(void)
{
    int *p = ten();
    READ(p - more, 2, MPI_INT);
    free(p);
}

/* mazurka: -n 1 -- behind 0 => verified!any */
/* mazurka: -n 1 -- behind 1 => invalid-argument: reads 4 bytes behind the end of a heap block of 40 bytes */
static void on_behind(void)
{
    int *p = ten();
    READ(p + 9 + more, 1, MPI_INT);
    free(p);
}

/* mazurka: -n 1 -- freed 0 => verified!any */
/* mazurka: -n 1 -- freed 1 => invalid-argument: reads 40 bytes from a heap block that has been freed */
static void on_freed(void)
{
    int *p = ten();
    if (more)
        free(p);
    READ(p, 10, MPI_INT);
    if (!more)
        free(p);
}

/* mazurka: -n 1 -- freed-large 0 => verified!any */
/* mazurka: -n 1 -- freed-large 1 => invalid-argument: reads 1000000 bytes from a heap block that has been freed */
static void on_freed_large(void)
{
    int *p = malloc(1000000);
    if (more)
        free(p);
    READ(p, 250000, MPI_INT);
    if (!more)
        free(p);
}

/* mazurka: -n 1 -- moved 0 => verified!any */
/* mazurka: -n 1 -- moved 1 => invalid-argument: reads 40 bytes from a heap block that has been freed */
static void on_moved(void)
{
    int *p = ten(), *r = realloc(p, 100000);
    READ(more ? p : r, 10, MPI_INT);
    free(r);
}

/* mazurka: -n 1 -- many 0 => verified!any */
/* mazurka: -n 1 -- many 1 => invalid-argument: reads 44 bytes from a heap block of 40 bytes */
static void on_many(void)
{
    enum { N = 5000 };
    static int *p[N];
    for (int i = 0; i < N; i++)
        p[i] = i == N / 2 ? ten() : malloc((size_t)i % 100);
    for (int i = 0; i < N; i += 2)
        if (i != N / 2)
            free(p[i]);
    READ(p[N / 2], 10 + more, MPI_INT);
}

/* mazurka: -n 1 -- mapped 0 => verified!any */
/* mazurka: -n 1 -- mapped 1 => invalid-argument: reads 4100 bytes from a mapping of 4096 bytes */
static void on_mapped(void)
{
    int *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    READ(p, 1024 + more, MPI_INT);
    munmap(p, 4096);
}

/* mazurka: -n 1 -- static 0 => verified!any */
/* mazurka: -n 1 -- static 1 => invalid-argument: reads 44 bytes from ints, a variable of 40 bytes */
static void on_static(void)
{
    READ(ints, 10 + more, MPI_INT);
}

/* mazurka: -n 1 -- static-before 0 => verified!any */
/* mazurka: -n 1 -- static-before 1 => invalid-argument: reads 84 bytes from matrix, a variable of 80 bytes */
static void on_static_before(void)
{
    READ(matrix[0], 20 + more, MPI_INT);
}

/* mazurka: -n 1 -- static-matrix 0 => verified!any */
/* mazurka: -n 1 -- static-matrix 1 => invalid-argument: reads 20 bytes at offset 64 of matrix, a variable of 80 bytes */
static void on_static_matrix(void)
{
    READ(&matrix[3][more], 5, MPI_INT);
}

/* mazurka: -n 1 -- static-member 0 => verified!any */
/* mazurka: -n 1 -- static-member 1 => invalid-argument: reads 40 bytes at offset 4 of record, a variable of 40 bytes */
static void on_static_member(void)
{
    READ(record.a, 9 + more, MPI_INT);
}

/* mazurka: -n 1 -- global 0 => verified!any */
/* mazurka: -n 1 -- global 1 => invalid-argument: reads 44 bytes from global, a variable of 40 bytes */
static void on_global(void)
{
    READ(global, 10 + more, MPI_INT);
}

/* mazurka: -n 1 -- local-static 0 => verified!any */
/* mazurka: -n 1 -- local-static 1 => invalid-argument: reads 24 bytes from kept */
static void on_local_static(void)
{
    static double kept[2];
    READ(kept, 2 + more, MPI_DOUBLE);
}

/* mazurka: -n 1 -- stack 0 => verified!any */
/* mazurka: -n 1 -- stack 1 => invalid-argument: reads 44 bytes from p, a variable of 40 bytes */
static void on_stack(void)
{
    int p[10] = {0};
    READ(p, 10 + more, MPI_INT);
}

/* mazurka: -n 1 -- stack-scalar 0 => verified!any */
/* mazurka: -n 1 -- stack-scalar 1 => invalid-argument: reads 8 bytes from x, a variable of 4 bytes */
static void on_stack_scalar(void)
{
    int x = 0;
    READ(&x, 1 + more, MPI_INT);
}

/* mazurka: -n 1 -- stack-matrix 0 => verified!any */
/* mazurka: -n 1 -- stack-matrix 1 => invalid-argument: reads 16 bytes at offset 52 of p, a variable of 64 bytes */
static void on_stack_matrix(void)
{
    int p[4][4] = {{0}};
    READ(&p[3][more], 4, MPI_INT);
}

/* mazurka: -n 1 -- stack-block 0 => verified!any */
/* mazurka: -n 1 -- stack-block 1 => invalid-argument: reads 44 bytes from inner, a variable of 40 bytes */
static void on_stack_block(void)
{
    for (int i = 0; i < 2; i++) {
        int inner[10] = {i};
        READ(inner, 10 + more, MPI_INT);
    }
}

/* mazurka: -n 1 -- stack-parameter 0 => verified!any */
/* mazurka: -n 1 -- stack-parameter 1 => invalid-argument: reads 8 bytes from */
static void on_stack_parameter(void)
{
    by_value(3);
}

/* mazurka: -n 1 -- stack-of-caller 0 => verified!any */
/* mazurka: -n 1 -- stack-of-caller 1 => invalid-argument: reads 44 bytes from p, a variable of 40 bytes */
static void on_stack_of_caller(void)
{
    int p[10] = {0};
    of_caller(p);
}

/* mazurka: -n 1 -- stack-returned 0 => verified!any */
/* mazurka: -n 1 -- stack-returned 1 => invalid-argument: the stack frame of a function that has returned */
static void on_stack_returned(void)
{
    int p[10] = {0}, *gone = returned(3);
    READ(more ? gone : p, 10, MPI_INT);
}

/* mazurka: -n 1 -- vector-type 0 => verified!any */
/* mazurka: -n 1 -- vector-type 1 => invalid-argument: reads 48 bytes from a heap block of 40 bytes */
static void on_vector_type(void)
{
    int *p = ten(); /* one of every three, of which the last ends with the block */
    MPI_Datatype t;
    MPI_Type_vector(4, 1, 3, MPI_INT, &t);
    MPI_Type_commit(&t);
    READ(p + 0, 1 + 0 * more, t);
    MPI_Type_free(&t);
    MPI_Type_vector(4, 1 + 2 * more, 3, MPI_INT, &t);
    MPI_Type_commit(&t);
    READ(p, 1, t);
    MPI_Type_free(&t);
    free(p);
}

/* mazurka: -n 1 -- vector-count 0 => verified!any */
/* mazurka: -n 1 -- vector-count 1 => invalid-argument: reads */
static void on_vector_count(void)
{
    int *p = ten(); /* the extent of a vector ends with its last element */
    MPI_Datatype t, column;
    MPI_Type_vector(2, 1, 5, MPI_INT, &t);
    MPI_Type_create_resized(t, 0, 4, &column);
    MPI_Type_commit(&column);
    READ(p, 5 + more, column);
    MPI_Type_free(&t);
    MPI_Type_free(&column);
    free(p);
}

/* mazurka: -n 1 -- backwards 0 => verified!any */
/* mazurka: -n 1 -- backwards 1 => invalid-argument: from 4 bytes before a heap block of 40 bytes */
static void on_backwards(void)
{
    int *p = ten();
    MPI_Datatype t;
    MPI_Type_create_hvector(10, 1, -4, MPI_INT, &t);
    MPI_Type_commit(&t);
    READ(p + 9 - more, 1, t);
    MPI_Type_free(&t);
    free(p);
}

/* mazurka: -n 1 -- subarray 0 => verified!any */
/* mazurka: -n 1 -- subarray 1 => invalid-argument: reads */
static void on_subarray(void)
{
    double *p = malloc(6 * 6 * sizeof *p);
    int whole[] = {6, 6}, part[] = {2, 2}, at[] = {4, 4};
    MPI_Datatype t;
    for (int i = 0; i < 36; i++)
        p[i] = i;
    MPI_Type_create_subarray(2, whole, part, at, MPI_ORDER_C, MPI_DOUBLE, &t);
    MPI_Type_commit(&t);
    READ(p + more, 1, t);
    MPI_Type_free(&t);
    free(p);
}

/* mazurka: -n 1 -- indexed 0 => verified!any */
/* mazurka: -n 1 -- indexed 1 => invalid-argument: reads 8 bytes at offset 36 of a heap block of 40 bytes */
static void on_indexed(void)
{
    int *p = ten(), n[] = {1, 1}, at[] = {9, 4 + 6 * more};
    MPI_Datatype t;
    MPI_Type_indexed(2, n, at, MPI_INT, &t);
    MPI_Type_commit(&t);
    READ(p, 1, t);
    MPI_Type_free(&t);
    free(p);
}

/* mazurka: -n 1 -- holes 0 => verified!any */
/* mazurka: -n 1 -- holes 1 => invalid-argument: reads */
static void on_holes(void)
{
    struct {
        char c;
        double d;
    } *p = calloc(4, sizeof *p);
    int n[] = {1, 1};
    MPI_Aint at[] = {0, 8};
    MPI_Datatype of[] = {MPI_CHAR, MPI_DOUBLE}, t;
    MPI_Type_create_struct(2, n, at, of, &t);
    MPI_Type_commit(&t);
    READ(p, 4 + more, t);
    MPI_Type_free(&t);
    free(p);
}

/* mazurka: -n 1 -- bottom 0 => verified!any */
/* mazurka: -n 1 -- bottom 1 => invalid-argument: reads 44 bytes from a heap block of 40 bytes */
static void on_bottom(void)
{
    int *a = ten(), b[3] = {0}, n[] = {10 + more, 3, 10};
    MPI_Aint at[3]; /* absolute addresses of three kinds of memory */
    MPI_Datatype t;
    MPI_Get_address(a, &at[0]);
    MPI_Get_address(b, &at[1]);
    MPI_Get_address(ints, &at[2]);
    MPI_Type_create_hindexed(3, n, at, MPI_INT, &t);
    MPI_Type_commit(&t);
    READ(MPI_BOTTOM, 1, t);
    MPI_Type_free(&t);
    free(a);
}

/* mazurka: -n 1 -- between 0 => verified!any */
/* mazurka: -n 1 -- between 1 => invalid-argument: reads 44 bytes from a heap block of 40 bytes */
static void on_between(void)
{
    static int a[4]; /* displacements lead from one variable to another */
    int *c = ten(), n[] = {4, 10 + more};
    MPI_Aint at[2], base;
    MPI_Datatype t;
    MPI_Get_address(a, &base);
    MPI_Get_address(c, &at[1]);
    at[0] = 0;
    at[1] -= base;
    MPI_Type_create_hindexed(2, n, at, MPI_INT, &t);
    MPI_Type_commit(&t);
    READ(a, 1, t);
    MPI_Type_free(&t);
    free(c);
}

/* mazurka: -n 1 -- neighbours 0 => verified!any */
/* mazurka: -n 1 -- neighbours 1 => invalid-argument: reads 24 bytes from a heap block of 20 bytes */
static void on_neighbours(void)
{
    static int a, b, c; /* they may be neighbours, and so be one block of the type */
    int *p = malloc(20), n[] = {1, 1, 1, 5 + more};
    MPI_Aint at[4];
    MPI_Datatype t;
    MPI_Get_address(&a, &at[0]);
    MPI_Get_address(&b, &at[1]);
    MPI_Get_address(&c, &at[2]);
    MPI_Get_address(p, &at[3]);
    MPI_Type_create_hindexed(4, n, at, MPI_INT, &t);
    MPI_Type_commit(&t);
    READ(MPI_BOTTOM, 1, t);
    MPI_Type_free(&t);
    free(p);
}

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    {"calloc", on_calloc},
    {"realloc", on_realloc},
    {"aligned", on_aligned},
    {"aligned-page", on_aligned_page},
    {"large", on_large},
    {"inside", on_inside},
    {"before", on_before},
    {"behind", on_behind},
    {"freed", on_freed},
    {"freed-large", on_freed_large},
    {"moved", on_moved},
    {"many", on_many},
    {"mapped", on_mapped},
    {"static", on_static},
    {"static-before", on_static_before},
    {"static-matrix", on_static_matrix},
    {"static-member", on_static_member},
    {"global", on_global},
    {"local-static", on_local_static},
    {"stack", on_stack},
    {"stack-scalar", on_stack_scalar},
    {"stack-matrix", on_stack_matrix},
    {"stack-block", on_stack_block},
    {"stack-parameter", on_stack_parameter},
    {"stack-of-caller", on_stack_of_caller},
    {"stack-returned", on_stack_returned},
    {"vector-type", on_vector_type},
    {"vector-count", on_vector_count},
    {"backwards", on_backwards},
    {"subarray", on_subarray},
    {"indexed", on_indexed},
    {"holes", on_holes},
    {"bottom", on_bottom},
    {"between", on_between},
    {"neighbours", on_neighbours},
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
