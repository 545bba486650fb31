/* cc: -O1 */
/* mpich: compiles */
/* A buffer that is a variable of a block, or of a function that was inlined: with 1 the
 * block is left before the operation is complete. */
#include "truth.h"

static int rank, bad; /* bad: 0 or 1 */
static int a[4];
static MPI_Request q;

static void complete(void)
{
    MPI_Send(a, 4, MPI_INT, rank, 0, WORLD);
    MPI_Wait(&q, IGNORE);
}

/* mazurka: -n 1 -- block 0 => verified!any */
/* mazurka: -n 1 -- block 1 => local-race: the block that holds the buffer of MPI_Irecv */
static void on_block(void)
{
    int before = rank;
    {
        int in[4];
        MPI_Irecv(in, 4, MPI_INT, rank, 0, WORLD, &q);
        if (!bad)
            complete();
    }
    if (bad) {
        MPI_Send(a, 4, MPI_INT, before, 0, WORLD);
        MPI_Wait(&q, IGNORE);
    }
}

static inline __attribute__((always_inline)) void receive(void)
{
    int in[4];
    MPI_Irecv(in, 4, MPI_INT, rank, 0, WORLD, &q);
    if (!bad)
        complete();
}

/* mazurka: -n 1 -- inlined 0 => verified!any */
/* mazurka: -n 1 -- inlined 1 => local-race: the block that holds the buffer of MPI_Irecv */
static void on_inlined(void)
{
    receive();
    if (bad)
        complete();
}

/* mazurka: -n 1 -- loop 0 => verified!any */
/* mazurka: -n 1 -- loop 1 => local-race */
static void on_loop(void)
{
    MPI_Request all[3];
    int kept[3];
    for (int i = 0; i < 3; i++) {
        int x = i; /* all three sends are from the same place */
        kept[i] = i;
        MPI_Isend(bad ? &x : &kept[i], 1, MPI_INT, rank, i, WORLD, &all[i]);
    }
    for (int i = 0; i < 3; i++)
        MPI_Recv(a, 1, MPI_INT, rank, i, WORLD, IGNORE);
    MPI_Waitall(3, all, ALL);
}

/* Other calls while the block lasts, also from functions that it calls. */
/* mazurka: -n 1 -- lasts 0 => verified!any */
static void on_lasts(void)
{
    for (int i = 0; i < 2; i++) {
        int in[4], size;
        MPI_Irecv(in, 4, MPI_INT, rank, 0, WORLD, &q);
        {
            int inner;
            MPI_Comm_size(WORLD, &inner);
            MPI_Comm_rank(WORLD, &size);
        }
        complete();
    }
}

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    {"block", on_block},
    {"inlined", on_inlined},
    {"loop", on_loop},
    {"lasts", on_lasts},
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
