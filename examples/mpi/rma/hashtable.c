/* A hash table that is distributed over the ranks: a key's place says which rank and slot it belongs to, or else the next
 * slot that is free. Keys are claimed by compare-and-swap; 0 is no key. Every rank inserts
 * a key, all for the same slot, and looks for its neighbour's.
 *
 * mpich: passes
 * mazurka: -n 2 => verified
 *
 * Who looks whether a slot is free and then puts its key there overwrites who did so in between.
 * mazurka: -n 2 --keep-going -- look-then-put => rma-race+assertion
 *
 * A slot may be taken if it is free: compare with 0. If compared with what is there, it is always taken.
 * mazurka: -n 2 --keep-going -- compare-seen => rma-race+assertion
 *
 * Who finds the key must find its value. If the key is claimed first and the value comes later, it may not be there yet:
 * only the word READY, which is set after a flush, says so.
 * mazurka: -n 2 --keep-going -- not-ready => rma-race
 *
 * The flush has to be there, too: Put and Accumulate may arrive in any order.
 * mazurka: -n 2 --keep-going -- no-flush => rma-race */
#include <assert.h>
#include <mpi.h>
#include <string.h>

enum { SLOTS = 2, KEY = 0, READY, VALUE, SLOT_WORDS = 4 }; /* MPICH 4.0 mixes up parts that are no multiple of 16 bytes */

static MPI_Win win;
static int size;
static const char *mistake = "";
static const int zero = 0, one = 1;

static int is(const char *name)
{
    return strcmp(mistake, name) == 0;
}

static int look(int owner, int word)
{
    int found;
    MPI_Fetch_and_op(&zero, &found, MPI_INT, owner, word, MPI_NO_OP, win);
    MPI_Win_flush(owner, win);
    return found;
}

/* Returns the key that the slot had before; 0: the slot is ours. */
static int claim(int key, int owner, int word)
{
    int compare = 0, found;
    if (is("look-then-put")) {
        found = look(owner, word);
        if (!found)
            MPI_Put(&key, 1, MPI_INT, owner, word, 1, MPI_INT, win);
        MPI_Win_flush(owner, win);
        return found;
    }
    if (is("compare-seen"))
        compare = look(owner, word);
    MPI_Compare_and_swap(&key, &compare, &found, MPI_INT, owner, word, win);
    MPI_Win_flush(owner, win);
    return found == compare ? 0 : found;
}

static void insert(int key, int value)
{
    for (int i = key;; i++) {
        const int owner = i / SLOTS % size, at = i % SLOTS * SLOT_WORDS;
        const int found = claim(key, owner, at + KEY);
        if (found == key)
            return;
        if (found)
            continue;
        MPI_Put(&value, 1, MPI_INT, owner, at + VALUE, 1, MPI_INT, win);
        if (!is("no-flush"))
            MPI_Win_flush(owner, win);
        MPI_Accumulate(&one, 1, MPI_INT, owner, at + READY, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(owner, win);
        return;
    }
}

/* The value of a key, or 0 if it is not there (yet). */
static int lookup(int key)
{
    int found, value;
    for (int i = key; i < key + SLOTS * size; i++) {
        const int owner = i / SLOTS % size, at = i % SLOTS * SLOT_WORDS;
        found = look(owner, at + KEY);
        if (!found)
            return 0;
        if (found != key)
            continue;
        if (!is("not-ready") && !look(owner, at + READY))
            return 0;
        MPI_Get(&value, 1, MPI_INT, owner, at + VALUE, 1, MPI_INT, win);
        MPI_Win_flush(owner, win);
        return value;
    }
    return 0;
}

int main(int argc, char **argv)
{
    int rank, *word;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 1)
        mistake = argv[1];

    const size_t bytes = SLOTS * SLOT_WORDS * sizeof *word;
    MPI_Win_allocate((MPI_Aint)bytes, sizeof *word, MPI_INFO_NULL, MPI_COMM_WORLD, &word, &win);
    MPI_Win_lock_all(0, win);
    memset(word, 0, bytes);
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);

    /* Keys that differ by the number of slots belong to the same slot. */
    const int all = SLOTS * size, next = (rank + 1) % size;
    insert((rank + 1) * all, 10 + rank);
    const int early = lookup((next + 1) * all);
    assert(early == 0 || early == 10 + next);
    MPI_Barrier(MPI_COMM_WORLD);
    assert(lookup((next + 1) * all) == 10 + next);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
