/* mazurka: -n {3,4} --keep-going => verified
 * mazurka: -n 3 -- late => assertion: explored == OUTCOMES
 * mazurka: -n 3 -- busy => finding; explored == OUTCOMES
 *
 * How a search in a cluster ends (docs/design/cluster.md): the protocol of
 * src/explore/share/pool.c, as an MPI program. Rank 0 has the items, the others explore them.
 * An item is a number of outcomes. A worker that explores may be asked to share, and
 * sends half of what it has left. Rank 0 ends the search when it has no items and no
 * worker is busy: a worker is busy from when an item was sent to it until it has said
 * that it is done, and what it shares it sends before that. Then every outcome was
 * explored once, whenever messages arrive.
 *
 * Two ways to get it wrong, by the argument: "late" sends what is shared after the word
 * that the worker is done; "busy" takes every report for that word. */
#include <assert.h>
#include <mpi.h>
#include <string.h>

enum { OUTCOMES = 5, MOST = 8, LIST = 64 };
enum { ITEM, SHARE, END, REPORT };
enum { DONE, SHARED };

/* What a worker reports: the outcomes since its last report, and an item for others. */
struct report {
    int word, explored, item;
};

static int late, busy_wrong, workers;

/* ---- rank 0 ---- */

struct crew {
    int items[LIST], n;
    int idle[MOST], asked[MOST];
    int explored;
    int bytes[LIST]; /* what was sent: rank 0 never waits for a worker to receive it */
    MPI_Request sent[LIST];
    int nsent;
};

static void post(struct crew *c, int to, int tag, int item)
{
    c->bytes[c->nsent] = item;
    MPI_Isend(&c->bytes[c->nsent], 1, MPI_INT, to, tag, MPI_COMM_WORLD,
              &c->sent[c->nsent]);
    c->nsent++;
}

static int count_busy(const struct crew *c)
{
    int busy = 0;
    for (int w = 1; w <= workers; w++)
        busy += !c->idle[w];
    return busy;
}

static void give_out(struct crew *c)
{
    for (int w = 1; w <= workers; w++) {
        if (!c->idle[w] || !c->n)
            continue;
        c->idle[w] = 0;
        post(c, w, ITEM, c->items[--c->n]);
    }
}

/* Somebody waits: asks one of the others, unless it was asked and has not answered. */
static void ask(struct crew *c)
{
    if (c->n || count_busy(c) == workers)
        return;
    for (int w = 1; w <= workers; w++) {
        if (c->idle[w] || c->asked[w])
            continue;
        c->asked[w] = 1;
        post(c, w, SHARE, 0);
        return;
    }
}

static void hear(struct crew *c)
{
    struct report r;
    MPI_Status status;
    MPI_Recv(&r, 3, MPI_INT, MPI_ANY_SOURCE, REPORT, MPI_COMM_WORLD, &status);
    c->explored += r.explored;
    if (r.item)
        c->items[c->n++] = r.item;
    if (r.word == SHARED)
        c->asked[status.MPI_SOURCE] = 0;
    if (r.word == DONE || busy_wrong)
        c->idle[status.MPI_SOURCE] = 1;
}

static void lead(void)
{
    struct crew c = {.items = {OUTCOMES}, .n = 1, .idle = {1, 1, 1, 1, 1, 1, 1, 1}};
    for (give_out(&c); count_busy(&c); give_out(&c)) {
        ask(&c);
        hear(&c);
    }
    assert(c.explored == OUTCOMES);
    for (int w = 1; w <= workers; w++)
        post(&c, w, END, 0);
    MPI_Waitall(c.nsent, c.sent, MPI_STATUSES_IGNORE);
}

/* ---- a worker ---- */

static void tell(int word, int explored, int item)
{
    struct report r = {word, explored, item};
    MPI_Send(&r, 3, MPI_INT, 0, REPORT, MPI_COMM_WORLD);
}

/* `asked`: it was asked to share when it had nothing any more. */
static void explore(int left, int asked)
{
    int explored = 0, kept = 0, none;
    while (left > 0) {
        int now = 0;
        left--;
        explored++;
        if (!asked)
            MPI_Iprobe(0, SHARE, MPI_COMM_WORLD, &now, MPI_STATUS_IGNORE);
        if (now)
            MPI_Recv(&none, 1, MPI_INT, 0, SHARE, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (!asked && !now)
            continue;
        asked = 0;
        int half = left / 2;
        tell(SHARED, explored, late ? 0 : half);
        kept += late ? half : 0;
        left -= half;
        explored = 0;
    }
    tell(DONE, explored, 0);
    if (kept)
        tell(SHARED, 0, kept);
}

static void serve(void)
{
    int asked = 0;
    for (;;) {
        int item = 0;
        MPI_Status status;
        MPI_Recv(&item, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == END)
            return;
        if (status.MPI_TAG == ITEM)
            explore(item, asked);
        asked = status.MPI_TAG == SHARE;
    }
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    late = argc > 1 && !strcmp(argv[1], "late");
    busy_wrong = argc > 1 && !strcmp(argv[1], "busy");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &workers);
    assert(--workers < MOST);
    if (rank)
        serve();
    else
        lead();
    MPI_Finalize();
    return 0;
}
