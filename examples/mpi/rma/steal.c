/* A queue of tasks from which others steal (Chase and Lev): rank 0 takes its tasks at the BOTTOM, thieves at the TOP. Only
 * for the last task they may meet, and then compare-and-swap of TOP decides.
 *
 * mpich: passes
 * mazurka: -n 2 => verified
 * mazurka: -n 3 => verified
 *
 * Who takes the last task without asking does it together with a thief.
 * mazurka: -n 2 --keep-going -- no-cas => assertion
 *
 * The owner must say what it takes before it looks who steals. The other way round, a thief that comes between sees the
 * task still there.
 * mazurka: -n 3 --keep-going -- look-first => assertion
 *
 * Without a flush between the two, they may take effect in the other order: the same mistake, although the lines look
 * right.
 * mazurka: -n 3 --keep-going -- no-flush => assertion
 *
 * A thief that compares with what TOP is now, not with what it was when it chose the task, steals one and counts off
 * another.
 * mazurka: -n 3 --keep-going -- compare-late => assertion */
#include <assert.h>
#include <mpi.h>
#include <string.h>

enum { TASKS = 2, TOP = 0, BOTTOM, TASK, DONE = TASK + TASKS, WORDS = DONE + TASKS };

static MPI_Win win;
static const char *mistake = "";
static const int zero = 0, one = 1;

static int is(const char *name)
{
    return strcmp(mistake, name) == 0;
}

static int look(int word)
{
    int found;
    MPI_Fetch_and_op(&zero, &found, MPI_INT, 0, word, MPI_NO_OP, win);
    MPI_Win_flush(0, win);
    return found;
}

static void set_bottom(const int *bottom)
{
    MPI_Accumulate(bottom, 1, MPI_INT, 0, BOTTOM, 1, MPI_INT, MPI_REPLACE, win);
}

/* Takes the task at the top, if that is still where it was. */
static int take_top(int top)
{
    const int next = top + 1;
    int found;
    MPI_Compare_and_swap(&next, &top, &found, MPI_INT, 0, TOP, win);
    MPI_Win_flush(0, win);
    return found == top;
}

static void work(int at)
{
    int task;
    MPI_Get(&task, 1, MPI_INT, 0, TASK + at, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    assert(task == 100 + at);
    MPI_Accumulate(&one, 1, MPI_INT, 0, DONE + at, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_flush(0, win);
}

static int work_as_owner(void)
{
    const int old = look(BOTTOM), bottom = old - 1;
    int top = is("look-first") ? look(TOP) : 0, mine = 1;
    set_bottom(&bottom);
    if (!is("no-flush"))
        MPI_Win_flush(0, win);
    if (!is("look-first"))
        top = look(TOP);
    if (top > bottom)
        mine = 0;
    if (top == bottom && !is("no-cas"))
        mine = take_top(top);
    if (top >= bottom) /* it is empty now, or was */
        set_bottom(&old);
    MPI_Win_flush(0, win);
    if (mine)
        work(bottom);
    return top < bottom;
}

static void work_as_thief(void)
{
    const int top = look(TOP), bottom = look(BOTTOM);
    if (top < bottom && take_top(is("compare-late") ? look(TOP) : top))
        work(top);
}

int main(int argc, char **argv)
{
    int rank, *word;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc > 1)
        mistake = argv[1];

    MPI_Win_allocate(WORDS * sizeof *word, sizeof *word, MPI_INFO_NULL, MPI_COMM_WORLD, &word, &win);
    MPI_Win_lock_all(0, win);
    memset(word, 0, WORDS * sizeof *word);
    word[BOTTOM] = TASKS;
    for (int i = 0; i < TASKS; i++)
        word[TASK + i] = 100 + i;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);

    if (rank == 0)
        while (work_as_owner())
            ;
    else
        work_as_thief();

    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    for (int i = 0; i < TASKS && rank == 0; i++)
        assert(word[DONE + i] == 1);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
