/* mpich: compiles */
/* Rules of MPI that cost nothing to keep, and that implementations seldom check: with 1 the program breaks one. */
#include "truth.h"

static int rank, bad; /* bad: 0 or 1 */
static int in[4], out[4];
static MPI_Request q;

/* MPI-4.1, 7.4.4: collective. */
/* mazurka: -n 2 -- comm-info 0 => verified!any */
/* mazurka: -n 2 -- comm-info 1 => call-mismatch: MPI_Comm_set_info */
static void on_comm_info(void)
{
    MPI_Info info;
    MPI_Info_create(&info);
    if (!bad || rank)
        MPI_Comm_set_info(WORLD, info);
    MPI_Info_free(&info);
    MPI_Barrier(WORLD);
}

/* 12.2.7 */
/* mazurka: -n 2 -- win-info 0 => verified!any */
/* mazurka: -n 2 -- win-info 1 => call-mismatch: MPI_Win_set_info */
static void on_win_info(void)
{
    MPI_Info info;
    MPI_Win w;
    MPI_Info_create(&info);
    MPI_Win_create(in, sizeof in, 1, MPI_INFO_NULL, WORLD, &w);
    if (!bad || rank)
        MPI_Win_set_info(w, info);
    MPI_Info_free(&info);
    MPI_Win_free(&w);
}

static void add(void *a, void *b, int *n, MPI_Datatype *type)
{
    int size;
    MPI_Type_size(*type, &size);
    for (int i = 0; i < *n; i++)
        ((int *)b)[i] += ((int *)a)[i];
    if (bad)
        MPI_Send(a, 0, MPI_INT, MPI_PROC_NULL, 0, WORLD);
}

/* 6.9.5: the function of an operator calls no communication. */
/* mazurka: -n 2 -- operator 0 => verified!any */
/* mazurka: -n 2 -- operator 1 => invalid-argument: the function of an operator must not communicate */
static void on_operator(void)
{
    MPI_Op op;
    MPI_Op_create(add, 1, &op);
    MPI_Allreduce(in, out, 1, MPI_INT, op, WORLD);
    MPI_Op_free(&op);
}

static int query(void *x, MPI_Status *s)
{
    (void)x;
    MPI_Status_set_elements(s, MPI_BYTE, 0);
    MPI_Status_set_cancelled(s, 0);
    return MPI_SUCCESS;
}

static int nothing(void *x)
{
    (void)x;
    return MPI_SUCCESS;
}

static int cancelled(void *x, int complete)
{
    (void)x;
    (void)complete;
    return MPI_SUCCESS;
}

/* 13.2 */
/* mazurka: -n 1 -- grequest 0 => verified!any */
/* mazurka: -n 1 -- grequest 1 => invalid-argument: the request is complete already */
static void on_grequest(void)
{
    MPI_Grequest_start(query, nothing, cancelled, NULL, &q);
    MPI_Grequest_complete(q);
    if (bad)
        MPI_Grequest_complete(q);
    MPI_Wait(&q, IGNORE);
}

/* 6.9.2: logical operators are for C integers and logicals; others for addresses as well. */
/* mazurka: -n 1 -- address 0 => verified!any */
/* mazurka: -n 1 -- address 1 => invalid-argument: MPI_LAND is not for MPI_AINT */
static void on_address(void)
{
    MPI_Aint a = 1, b;
    MPI_Allreduce(&a, &b, 1, MPI_AINT, bad ? MPI_LAND : MPI_BAND, WORLD);
}

/* 2.3: arguments that are written may not be the same. */
/* mazurka: -n 1 -- shift 0 => verified!any */
/* mazurka: -n 1 -- shift 1 => invalid-argument: rank_source and rank_dest are one variable */
static void on_shift(void)
{
    int one = 1, yes = 1, from, to;
    MPI_Comm ring;
    MPI_Cart_create(WORLD, 1, &one, &yes, 0, &ring);
    MPI_Cart_shift(ring, 0, 1, &from, bad ? &from : &to);
    MPI_Comm_free(&ring);
}

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    {"comm-info", on_comm_info}, {"win-info", on_win_info}, {"operator", on_operator},
    {"grequest", on_grequest},   {"address", on_address},   {"shift", on_shift},
};

int main(int argc, char **argv)
{
    rank = begin();
    bad = argc > 2 && atoi(argv[2]);
    for (size_t i = 0; argc > 1 && i < sizeof cases / sizeof *cases; i++)
        if (!strcmp(argv[1], cases[i].name))
            cases[i].run();
    return end();
}
