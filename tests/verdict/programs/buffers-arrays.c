/* mpich: compiles */
/* Arrays of requests, statuses, counts, displacements and datatypes that are too short.
 *
 * Each function is run twice: with 0 everything is right, with 1 the array has one
 * element less than the call uses. */
#include "truth.h"

static int rank, more; /* more: 0 or 1 */
static int a[8], b[8];
static MPI_Request all[2];

static void start(MPI_Request q[2])
{
    MPI_Irecv(a, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &q[0]);
    MPI_Isend(b, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &q[1]);
}

/* mazurka: -n 1 -- statuses-heap 0 => verified!any */
/* mazurka: -n 1 -- statuses-heap 1 => invalid-argument: MPI_Waitall writes 40 bytes into a heap block of 20 bytes (the array of statuses, of 2 elements) */
static void on_statuses_heap(void)
{
    MPI_Status *s = malloc((more ? 1 : 2) * sizeof *s);
    start(all);
    MPI_Waitall(2, all, s);
    free(s);
}

/* mazurka: -n 1 -- statuses-stack 0 => verified!any */
/* mazurka: -n 1 -- statuses-stack 1 => invalid-argument: writes 40 bytes into s, a variable of 20 bytes */
static void on_statuses_stack(void)
{
    MPI_Status s[1], t[2];
    start(all);
    MPI_Waitall(2, all, more ? s : t);
}

/* mazurka: -n 1 -- statuses-testall 0 => verified!any */
/* mazurka: -n 1 -- statuses-testall 1 => invalid-argument: MPI_Testall writes 40 bytes into a heap block of 20 bytes */
static void on_statuses_testall(void)
{
    MPI_Status *s = malloc((more ? 1 : 2) * sizeof *s);
    int flag = 0;
    start(all);
    while (!flag)
        MPI_Testall(2, all, &flag, s);
    free(s);
}

/* mazurka: -n 1 -- some 0 => verified!any */
/* mazurka: -n 1 -- some 1 => invalid-argument: the array of indices, of 2 elements */
static void on_some(void)
{
    /* There may be as many answers as there are requests. */
    int *which = malloc((more ? 1 : 2) * sizeof *which), n = 0;
    start(all);
    MPI_Wait(&all[0], IGNORE);
    MPI_Irecv(a, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &all[0]);
    MPI_Send(b, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    for (int done = 0; done < 2; done += n)
        MPI_Waitsome(2, all, &n, which, ALL);
    free(which);
}

/* mazurka: -n 1 -- requests 0 => verified!any */
/* mazurka: -n 1 -- requests 1 => invalid-argument: the array of requests, of 2 elements */
static void on_requests(void)
{
    MPI_Request *q = malloc((more ? 1 : 2) * sizeof *q);
    start(all);
    memcpy(q, all, (more ? 1 : 2) * sizeof *q);
    MPI_Waitall(2, q, ALL);
    free(q);
}

/* mazurka: -n 3 -- counts 0 => verified!any */
/* mazurka: -n 3 -- counts 1 => invalid-argument: MPI_Alltoallv reads 12 bytes from two ... a variable of 8 bytes (the array of counts, of 3 elements) */
static void on_counts(void)
{
    static int two[2] = {1, 1}, three[3] = {1, 1, 1}, at[3] = {0, 1, 2};
    MPI_Alltoallv(a, more ? two : three, at, MPI_INT, b, three, at, MPI_INT, WORLD);
}

/* mazurka: -n 3 -- displacements 0 => verified!any */
/* mazurka: -n 3 -- displacements 1 => invalid-argument: the array of displacements, of 3 elements */
static void on_displacements(void)
{
    static int three[3] = {1, 1, 1}, at[3] = {0, 1, 2}, two[2];
    MPI_Allgatherv(a, 1, MPI_INT, b, three, more ? two : at, MPI_INT, WORLD);
}

/* mazurka: -n 3 -- slices 0 => verified!any */
/* mazurka: -n 3 -- slices 1 => invalid-argument: the array of counts, of 3 elements */
static void on_slices(void)
{
    static int two[2] = {1, 1}, three[3] = {1, 1, 1};
    MPI_Reduce_scatter(a, b, more ? two : three, MPI_INT, MPI_SUM, WORLD);
}

/* mazurka: -n 1 -- types 0 => verified!any */
/* mazurka: -n 1 -- types 1 => invalid-argument: MPI_Type_create_struct reads 8 bytes from one, a variable of 4 bytes (the array of datatypes, of 2 elements) */
static void on_types(void)
{
    int lengths[2] = {1, 1};
    MPI_Aint at[2] = {0, 4};
    MPI_Datatype one[1] = {MPI_INT}, two[2] = {MPI_INT, MPI_INT}, t;
    MPI_Type_create_struct(2, lengths, at, more ? one : two, &t);
    MPI_Type_free(&t);
}

/* mazurka: -n 1 -- group 0 => verified!any */
/* mazurka: -n 1 -- group 1 => invalid-argument: of 2 elements */
static void on_group(void)
{
    MPI_Group g;
    int *from = malloc((more ? 1 : 2) * sizeof *from), to[2];
    memset(from, 0, (more ? 1 : 2) * sizeof *from);
    MPI_Comm_group(WORLD, &g);
    MPI_Group_translate_ranks(g, 2, from, g, to);
    MPI_Group_free(&g);
    free(from);
}

/* mazurka: -n 1 -- dims 0 => verified!any */
/* mazurka: -n 1 -- dims 1 => invalid-argument: reads 8 bytes from one, a variable of 4 bytes (periods, of 2 elements) */
static void on_dims(void)
{
    int dims[2] = {1, 1}, one[1] = {0}, two[2] = {0, 0};
    MPI_Comm c;
    MPI_Cart_create(WORLD, 2, dims, more ? one : two, 0, &c);
    MPI_Comm_free(&c);
}

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    {"statuses-heap", on_statuses_heap},
    {"statuses-stack", on_statuses_stack},
    {"statuses-testall", on_statuses_testall},
    {"some", on_some},
    {"requests", on_requests},
    {"counts", on_counts},
    {"displacements", on_displacements},
    {"slices", on_slices},
    {"types", on_types},
    {"group", on_group},
    {"dims", on_dims},
};

int main(int argc, char **argv)
{
    rank = begin();
    more = argc > 2 && atoi(argv[2]);
    for (size_t i = 0; argc > 1 && i < sizeof cases / sizeof *cases; i++)
        if (!strcmp(argv[1], cases[i].name))
            cases[i].run();
    return end();
}
