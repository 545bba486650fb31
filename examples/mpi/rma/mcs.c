/* The lock of Mellor-Crummey and Scott: those who wait form a queue, and each looks only at memory of its own.
 * TAIL of rank 0 names the last of the queue; NEXT of a rank who comes after it; BLOCKED whether it has to wait.
 *
 * mpich: passes
 * mazurka: -n 2 => verified
 * mazurka: -n 3 => verified
 *
 * Who is no longer the last, but whose successor has not linked itself yet, must wait for the link. Otherwise nobody
 * wakes the successor.
 * mazurka: -n 2 --keep-going -- no-wait-for-link => non-termination
 *
 * Who says "I am blocked" only after linking may say so after it has been woken.
 * mazurka: -n 2 --keep-going -- late-blocked => non-termination
 *
 * Who wakes the successor before its own work has arrived (no flush) lets it read the old total.
 * mazurka: -n 2 --keep-going -- no-flush => rma-race+assertion
 *
 * MPI_Compare_and_swap has the new value first. Who swaps the two does not leave the queue, and does not notice: the
 * next one links itself to a rank that has gone, and waits.
 * mazurka: -n 2 --keep-going -- swapped-cas => non-termination
 *
 * Who looks at BLOCKED by a plain Get races with the one that wakes it.
 * mazurka: -n 2 --keep-going -- get => rma-race */
#include <assert.h>
#include <mpi.h>
#include <string.h>

enum { NEXT, BLOCKED, TAIL, TOTAL, WORDS };

static MPI_Win win;
static int rank;
static const char *mistake = "";
static const int zero = 0, one = 1, nobody = -1;

static int is(const char *name)
{
    return strcmp(mistake, name) == 0;
}

static void set(int who, int word, const int *value)
{
    MPI_Accumulate(value, 1, MPI_INT, who, word, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(who, win);
}

static int look(int word)
{
    int value;
    if (is("get"))
        MPI_Get(&value, 1, MPI_INT, rank, word, 1, MPI_INT, win);
    else
        MPI_Fetch_and_op(&zero, &value, MPI_INT, rank, word, MPI_NO_OP, win);
    MPI_Win_flush(rank, win);
    return value;
}

static void acquire(void)
{
    int before;
    set(rank, NEXT, &nobody);
    if (!is("late-blocked"))
        set(rank, BLOCKED, &one);
    MPI_Fetch_and_op(&rank, &before, MPI_INT, 0, TAIL, MPI_REPLACE, win);
    MPI_Win_flush(0, win);
    if (before == nobody)
        return;
    set(before, NEXT, &rank);
    if (is("late-blocked"))
        set(rank, BLOCKED, &one);
    while (look(BLOCKED))
        ;
}

static void release(void)
{
    int last, next;
    if (is("swapped-cas"))
        MPI_Compare_and_swap(&rank, &nobody, &last, MPI_INT, 0, TAIL, win);
    else
        MPI_Compare_and_swap(&nobody, &rank, &last, MPI_INT, 0, TAIL, win);
    MPI_Win_flush(0, win);
    if (last == rank)
        return;
    while ((next = look(NEXT)) == nobody)
        if (is("no-wait-for-link"))
            return;
    set(next, BLOCKED, &zero);
}

int main(int argc, char **argv)
{
    int size, total, *word;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 1)
        mistake = argv[1];

    MPI_Win_allocate(WORDS * sizeof *word, sizeof *word, MPI_INFO_NULL, MPI_COMM_WORLD, &word, &win);
    MPI_Win_lock_all(0, win);
    memset(word, 0, WORDS * sizeof *word);
    word[TAIL] = nobody;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);

    /* Everybody adds one, by means that would not do without the lock. */
    acquire();
    MPI_Get(&total, 1, MPI_INT, 0, TOTAL, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    total++;
    MPI_Put(&total, 1, MPI_INT, 0, TOTAL, 1, MPI_INT, win);
    if (!is("no-flush"))
        MPI_Win_flush(0, win);
    release();

    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    assert(rank != 0 || word[TOTAL] == size);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
