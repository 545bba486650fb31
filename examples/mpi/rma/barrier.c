/* A barrier that can be used again: who comes last resets the number of those who have come, and then reverses the sense
 * that the others look at. Both words are in rank 0's memory.
 *
 * mpich: passes
 * mazurka: -n 2 => verified
 * mazurka: -n 3 => verified
 *
 * If the sense is not reversed but set to 1, it is 1 already when the ranks come for the second time: nobody waits.
 * mazurka: -n 2 --keep-going -- not-reversed => rma-race+assertion
 *
 * Who lets the others go before it resets the number may reset it after they have come again: then they wait for ever.
 * (It is a race as well: MPI_SUM and MPI_REPLACE are not atomic with respect to each other.)
 * mazurka: -n 2 --keep-going -- reset-late => non-termination+rma-race
 *
 * Without a flush between the two, either may arrive first: the same mistake, although the lines look right.
 * mazurka: -n 2 --keep-going -- no-flush => non-termination+rma-race
 *
 * To count with a Get and a Put is to lose some.
 * mazurka: -n 2 --keep-going -- get-put => rma-race+non-termination */
#include <assert.h>
#include <mpi.h>
#include <string.h>

enum { COME, SENSE, MAIL, WORDS = 4 }; /* MPICH 4.0 mixes up parts that are no multiple of 16 bytes */

static MPI_Win win;
static int rank, size;
static const char *mistake = "";
static const int zero = 0, one = 1;

static int is(const char *name)
{
    return strcmp(mistake, name) == 0;
}

static int come(void)
{
    int before, now;
    if (is("get-put")) {
        MPI_Get(&before, 1, MPI_INT, 0, COME, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        now = before + 1;
        MPI_Put(&now, 1, MPI_INT, 0, COME, 1, MPI_INT, win);
    } else {
        MPI_Fetch_and_op(&one, &before, MPI_INT, 0, COME, MPI_SUM, win);
    }
    MPI_Win_flush(0, win);
    return before + 1;
}

static void reset(void)
{
    MPI_Accumulate(&zero, 1, MPI_INT, 0, COME, 1, MPI_INT, MPI_REPLACE, win);
}

static void barrier(void)
{
    static int sense = 0;
    int seen;
    sense = is("not-reversed") ? 1 : !sense;
    if (come() == size) {
        if (!is("reset-late"))
            reset();
        if (!is("no-flush"))
            MPI_Win_flush(0, win);
        MPI_Accumulate(&sense, 1, MPI_INT, 0, SENSE, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(0, win);
        if (is("reset-late"))
            reset();
        MPI_Win_flush(0, win);
        return;
    }
    do {
        MPI_Fetch_and_op(&zero, &seen, MPI_INT, 0, SENSE, MPI_NO_OP, win);
        MPI_Win_flush(0, win);
    } while (seen != sense);
}

int main(int argc, char **argv)
{
    int *word, got;
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

    /* Everybody writes to its neighbour, then to itself, and then reads what the neighbour has written to itself. */
    const int next = (rank + 1) % size, mail[] = {rank, rank + size};
    for (int round = 0; round < 2; round++) {
        const int to = round ? rank : next;
        MPI_Put(&mail[round], 1, MPI_INT, to, MAIL, 1, MPI_INT, win);
        MPI_Win_flush(to, win);
        barrier();
    }
    MPI_Get(&got, 1, MPI_INT, next, MAIL, 1, MPI_INT, win);
    MPI_Win_flush(next, win);
    assert(got == next + size);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
