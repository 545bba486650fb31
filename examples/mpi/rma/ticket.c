/* A ticket lock: who comes draws a number, and waits until it is served. All of it is in rank 0's memory.
 *
 * mpich: passes
 * mazurka: -n 3 => verified
 *
 * Whoever takes the number in two steps, each of them atomic, may get the number that another got as well: then both
 * of them are in the critical section, and the next number is never served.
 * mazurka: -n 2 --keep-going -- two-steps => rma-race+assertion+non-termination
 *
 * Whoever serves the next before his own work has arrived (no flush) lets her read the old total.
 * mazurka: -n 2 --keep-going -- no-flush => rma-race+assertion
 *
 * Whoever serves the next by a plain Put races with those who look.
 * mazurka: -n 2 --keep-going -- put => rma-race */
#include <assert.h>
#include <mpi.h>
#include <string.h>

enum { TICKET, SERVED, TOTAL, WORDS };

static MPI_Win win;
static const char *mistake = "";
static const int zero = 0, one = 1;

static int is(const char *name)
{
    return strcmp(mistake, name) == 0;
}

static int draw(void)
{
    int mine, next;
    if (is("two-steps")) {
        MPI_Fetch_and_op(&zero, &mine, MPI_INT, 0, TICKET, MPI_NO_OP, win);
        MPI_Win_flush(0, win);
        next = mine + 1;
        MPI_Accumulate(&next, 1, MPI_INT, 0, TICKET, 1, MPI_INT, MPI_REPLACE, win);
    } else {
        MPI_Fetch_and_op(&one, &mine, MPI_INT, 0, TICKET, MPI_SUM, win);
    }
    MPI_Win_flush(0, win);
    return mine;
}

static int acquire(void)
{
    const int mine = draw();
    int served;
    do {
        MPI_Fetch_and_op(&zero, &served, MPI_INT, 0, SERVED, MPI_NO_OP, win);
        MPI_Win_flush(0, win);
    } while (served != mine);
    return mine;
}

static void release(int mine)
{
    const int next = mine + 1;
    if (is("put"))
        MPI_Put(&next, 1, MPI_INT, 0, SERVED, 1, MPI_INT, win);
    else
        MPI_Accumulate(&next, 1, MPI_INT, 0, SERVED, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(0, win);
}

int main(int argc, char **argv)
{
    int rank, size, total, *word;
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

    /* Everybody adds one, by means that would not do without the lock. */
    const int mine = acquire();
    MPI_Get(&total, 1, MPI_INT, 0, TOTAL, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    total++;
    MPI_Put(&total, 1, MPI_INT, 0, TOTAL, 1, MPI_INT, win);
    if (!is("no-flush"))
        MPI_Win_flush(0, win);
    release(mine);

    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    assert(rank != 0 || word[TOTAL] == size);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
