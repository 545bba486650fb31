/* mpich: compiles */
/* Partitions: each is in use from when it is ready, or the receive starts, until it is
 * known to have arrived, or all is complete. With 1 one is used too early. */
#include "truth.h"

enum { PARTS = 4, EACH = 8 };
static int rank, bad; /* bad: 0 or 1 */
static int a[PARTS * EACH];
static volatile int sink;
static MPI_Request q;

static void make(void)
{
    if (rank == 0)
        MPI_Psend_init(a, PARTS, EACH, MPI_INT, 1, 0, WORLD, MPI_INFO_NULL, &q);
    else
        MPI_Precv_init(a, PARTS, EACH, MPI_INT, 0, 0, WORLD, MPI_INFO_NULL, &q);
    MPI_Start(&q);
}

static void complete(void)
{
    MPI_Wait(&q, IGNORE);
    MPI_Request_free(&q);
}

/* mazurka: -n 2 -- ready 0 => verified!any */
/* mazurka: -n 2 -- ready 1 => local-race: writes to a partition of the buffer of MPI_Psend_init */
static void on_ready(void)
{
    make();
    for (int i = 0; rank == 0 && i < PARTS; i++) {
        a[i * EACH] = i; /* this one is not ready yet */
        MPI_Pready(i, q);
        sink = a[i * EACH];
        if (bad)
            a[i * EACH] = 7;
    }
    complete();
    a[0]++;
}

/* mazurka: -n 2 -- arrived 0 => verified!any */
/* mazurka: -n 2 -- arrived 1 => local-race: reads a partition of the buffer of MPI_Precv_init */
static void on_arrived(void)
{
    make();
    if (rank == 0) {
        a[EACH] = 5;
        MPI_Pready_range(0, PARTS - 1, q);
    } else {
        int flag = 0;
        while (!flag)
            MPI_Parrived(q, 1, &flag);
        assert(a[EACH] == 5);
        a[EACH]++; /* this one has arrived */
        if (bad)
            sink = a[2 * EACH];
    }
    complete();
    assert(rank == 0 || a[EACH] == 6);
}

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    {"ready", on_ready},
    {"arrived", on_arrived},
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
