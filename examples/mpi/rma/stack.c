/* A stack of free blocks (Treiber): HEAD names the first block, NEXT of a block the one below; 0 is none. With HEAD goes a
 * tag that changes each time, so that compare-and-swap notices if the same block has gone and come back.
 *
 * mpich: passes
 * mazurka: -n 2 => verified
 *
 * Without the tag: rank 0 sees block 1, and below it block 2. Meanwhile rank 1 takes both and gives 1 back. HEAD is 1
 * again, so rank 0 succeeds, and makes block 2 the first although it is in use (the ABA problem).
 * mazurka: -n 2 --keep-going -- no-tag => assertion
 *
 * Who gives a block back has to link it before it is the first. The other way round, who takes it finds the old link.
 * mazurka: -n 2 --keep-going -- link-late => assertion */
#include <assert.h>
#include <mpi.h>
#include <string.h>

enum { BLOCKS = 2, HEAD = 0, NEXT = 0, USED = BLOCKS, WORDS = 1 + 2 * BLOCKS, TAG = 8 };

static MPI_Win win;
static const char *mistake = "";
static const int zero = 0, one = 1, minus_one = -1;

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

static int change_head(int head, int block)
{
    const int next = is("no-tag") ? block : head / TAG * TAG + TAG + block;
    int found;
    MPI_Compare_and_swap(&next, &head, &found, MPI_INT, 0, HEAD, win);
    MPI_Win_flush(0, win);
    return found == head;
}

static void link_to(int block, const int *below)
{
    MPI_Accumulate(below, 1, MPI_INT, 0, NEXT + block, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(0, win);
}

static int take(void)
{
    int head, users;
    do {
        head = look(HEAD);
        if (head % TAG == 0)
            return 0;
    } while (!change_head(head, look(NEXT + head % TAG)));
    MPI_Fetch_and_op(&one, &users, MPI_INT, 0, USED + head % TAG, MPI_SUM, win);
    MPI_Win_flush(0, win);
    assert(users == 0);
    return head % TAG;
}

static void give(int block)
{
    int head, below;
    MPI_Accumulate(&minus_one, 1, MPI_INT, 0, USED + block, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_flush(0, win);
    do {
        head = look(HEAD);
        below = head % TAG;
        if (!is("link-late"))
            link_to(block, &below);
    } while (!change_head(head, block));
    if (is("link-late"))
        link_to(block, &below);
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
    word[HEAD] = 1;
    word[NEXT + 1] = 2;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);

    if (rank == 0) {
        take();
    } else {
        const int block = take();
        take();
        if (block)
            give(block);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        while (take()) /* what is left is not in use */
            ;

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
