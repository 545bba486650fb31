/* A lock for readers and writers: one word in rank 0's memory is the number of readers, or WRITER. The last rank writes,
 * the others read.
 *
 * mpich: passes
 * mazurka: -n 2 => verified
 * mazurka: -n 3 => verified
 *
 * A reader that sees no writer and then counts itself, in two steps, does not see the writer that came between.
 * mazurka: -n 2 --keep-going -- look-then-add => rma-race+assertion
 *
 * A writer may come if there are 0 readers. If it compares with what it has just seen, it always may.
 * mazurka: -n 2 --keep-going -- compare-seen => rma-race+assertion
 *
 * A reader that goes and writes the number that it found drops those that came after it, and the writer comes;
 * or it brings back those that have gone, and the writer waits for them for ever.
 * mazurka: -n 3 --keep-going -- put-back => rma-race+assertion+non-termination
 *
 * MPI_Win_flush_local is enough to use the buffer again, but the data need not have arrived when the lock is free.
 * mazurka: -n 2 --keep-going -- flush-local => rma-race+assertion */
#include <assert.h>
#include <mpi.h>
#include <string.h>

enum { LOCK, LEFT, RIGHT, WORDS };

static const int WRITER = 1 << 20;
static MPI_Win win;
static const char *mistake = "";
static const int zero = 0, one = 1, minus_one = -1;

static int is(const char *name)
{
    return strcmp(mistake, name) == 0;
}

static int look(void)
{
    int seen;
    MPI_Fetch_and_op(&zero, &seen, MPI_INT, 0, LOCK, MPI_NO_OP, win);
    MPI_Win_flush(0, win);
    return seen;
}

/* Changes the lock from one value to another, if it has that one. */
static int change(int from, int to)
{
    int found;
    MPI_Compare_and_swap(&to, &from, &found, MPI_INT, 0, LOCK, win);
    MPI_Win_flush(0, win);
    return found == from;
}

static void add(const int *what)
{
    MPI_Accumulate(what, 1, MPI_INT, 0, LOCK, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_flush(0, win);
}

static void read_pair(int *left, int *right)
{
    int readers;
    do
        readers = look();
    while (readers >= WRITER || (!is("look-then-add") && !change(readers, readers + 1)));
    if (is("look-then-add"))
        add(&one);

    MPI_Get(left, 1, MPI_INT, 0, LEFT, 1, MPI_INT, win);
    MPI_Get(right, 1, MPI_INT, 0, RIGHT, 1, MPI_INT, win);
    MPI_Win_flush(0, win);

    if (is("put-back")) {
        MPI_Accumulate(&readers, 1, MPI_INT, 0, LOCK, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(0, win);
    } else {
        add(&minus_one);
    }
}

static void write_pair(int value)
{
    while (!change(is("compare-seen") ? look() : 0, WRITER))
        ;
    MPI_Put(&value, 1, MPI_INT, 0, LEFT, 1, MPI_INT, win);
    MPI_Put(&value, 1, MPI_INT, 0, RIGHT, 1, MPI_INT, win);
    if (is("flush-local"))
        MPI_Win_flush_local(0, win);
    else
        MPI_Win_flush(0, win);
    const int back = -WRITER;
    add(&back);
}

int main(int argc, char **argv)
{
    int rank, size, left, right, *word;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 1)
        mistake = argv[1];

    MPI_Win_allocate(WORDS * sizeof *word, sizeof *word, MPI_INFO_NULL, MPI_COMM_WORLD, &word, &win);
    MPI_Win_lock_all(0, win);
    memset(word, 0, WORDS * sizeof *word);
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);

    if (rank == size - 1) {
        write_pair(7);
    } else {
        read_pair(&left, &right);
        assert(left == right);
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
