/* mazurka: -n 3 {,-a odpor --buffering infinite,--images root,--images every,-j 2,--tracking faults,-a states,-a states --check-names} -- sparse => verified; 4 outcomes */
/* mazurka: -n 3 --executions 1 -- sparse => incomplete; nothing found */
/* mazurka: -n 3 {,--tracking faults,-a states} -- back => verified; 2 outcomes */
/* mazurka: -n 3 {,-a states,--executions 1} -- back-wrong => assertion; block[at] == 0 */
/* mazurka: -n 2 {,-a states} -- realloc => verified; 1 outcome */
/* mazurka: -n 2 -- beyond => crash; a block that was written past its end */
/* mazurka: -n 2 -- freed => crash; in memory that was freed */
/* mazurka: -n 2 -- twice => crash; of memory that was freed before */
/* mazurka: -n 2 -- much => unsupported; allocates 214748364800 bytes more, and a rank has 120 GiB here */
/* mazurka: -n 120 --executions 1 -- much-for-many => unsupported; a rank has 12 GiB here */
/* mazurka: -n 2 -- nobody-has => verified; 1 outcome */
/* mazurka: -n 3 {,-a states} -- poll => verified; all explored */
/* cc: -O1 */
/* vast.c - ranks that allocate more than any machine has, and use little of it: that little is
 * what it costs. Blocks of 32 MiB or more are zero, as they are with glibc; smaller ones are
 * not. Run by vast.sh with the name of a case. */
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define MEGA ((size_t)1 << 20)
#define GIGA ((size_t)1 << 30)

static int rank, size;
static const char *how;

static int is(const char *name) { return !strcmp(how, name); }

/* Rank 0 hears of the others in any order; returns who it was. */
static int hear(int tag)
{
    int who = rank;
    if (rank)
        MPI_Send(&rank, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
    else
        MPI_Recv(&who, 1, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return who;
}

/* What each order has left is there, and nothing of another order. */
static void sparse(void)
{
    size_t bytes = 25 * GIGA, step = 16 * MEGA;
    unsigned char *block = malloc(bytes), *cleared = calloc(bytes, 1), *aligned;
    assert(block && cleared && !posix_memalign((void **)&aligned, MEGA, bytes));
    assert((uintptr_t)aligned % MEGA == 0 && malloc_usable_size(block) >= bytes);
    unsigned char *mapped = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    unsigned char *middle = malloc(8 * MEGA);
    assert(middle[5 * MEGA] && middle[8 * MEGA - 1]); /* not zero: a program may not rely on it */
    int expected[64] = {0};
    for (int round = 0; round < 2; round++)
        for (int i = 1; i < size; i++) {
            int who = hear(round);
            if (rank)
                break;
            for (int k = 0; k < 64; k++) {
                size_t at = (size_t)k * step + 100;
                assert(block[at] == expected[k] && mapped[at] == expected[k]);
                assert(!cleared[at + bytes / 2] && !aligned[at]);
                if (k % 3 == who % 3)
                    block[at] = mapped[at] = (unsigned char)(expected[k] = 10 * round + who);
            }
        }
    munmap(mapped, bytes);
    free(block);
    free(cleared);
    free(aligned);
    free(middle);
}

/* A block that is given out again is zero again, in every outcome. */
static void back(void)
{
    for (int i = 1; i < size; i++) {
        int who = hear(0);
        if (rank)
            break;
        size_t at = (size_t)who * 100 * MEGA;
        char *block = malloc(GIGA);
        assert(block[at] == 0 && block[GIGA - 1] == 0);
        for (size_t k = 0; k < GIGA; k += 10 * MEGA)
            block[k] = (char)who;
        if (is("back-wrong"))
            assert(block[at] == 0);
        free(block);
    }
}

static void grow(void)
{
    char *block = NULL;
    size_t bytes = MEGA, before = 0;
    for (; bytes <= 30 * GIGA; before = bytes, bytes += bytes / 2) {
        block = realloc(block, bytes);
        for (size_t at = 0; before && at < before; at += before / 4 + 1)
            assert(block[at] == 7 && block[before - 1] == 9);
        if (bytes > 100 * MEGA)
            assert(!block[before] && !block[bytes - 2]);
        for (size_t at = 0; at < bytes; at += bytes / 4 + 1)
            block[at] = 7;
        block[bytes - 1] = 9;
        if (before) { /* where this round has not looked */
            for (size_t at = 0; at < before; at += before / 4 + 1)
                block[at] = at % (bytes / 4 + 1) ? 0 : 7;
            block[before - 1] = 0;
        }
    }
    block = realloc(block, 2 * MEGA);
    assert(block[0] == 7);
    block = realloc(block, GIGA);
    assert(block[0] == 7 && !block[3 * MEGA] && !block[GIGA - 1]);
    free(block);
}

/* A loop that polls is recognised in spite of how much there is. */
static void poll(void)
{
    char *block = malloc(20 * GIGA);
    block[GIGA] = 1;
    for (int i = 1, done = 0; !rank && i < size; i++, done = 0) {
        int who;
        MPI_Request r;
        MPI_Irecv(&who, 1, MPI_INT, i, 0, MPI_COMM_WORLD, &r);
        while (!done)
            MPI_Test(&r, &done, MPI_STATUS_IGNORE);
        block[(size_t)i * MEGA] = (char)who;
    }
    if (rank)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    free(block);
}

int main(int argc, char **argv)
{
    how = argv[argc - 1];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (is("sparse"))
        sparse();
    if (is("back") || is("back-wrong"))
        back();
    if (is("realloc"))
        grow();
    if (is("poll"))
        poll();
    char *volatile block = is("beyond") || is("freed") || is("twice") ? malloc(GIGA) : NULL;
    if (is("beyond"))
        block[GIGA] = 1;
    if (block)
        free(block);
    if (is("freed"))
        block[GIGA / 2] = 1;
    if (is("twice"))
        free(block);
    if (is("much"))
        block = malloc(200 * GIGA);
    if (is("much-for-many"))
        block = malloc(25 * GIGA);
    if (is("nobody-has")) {
        void *volatile none = malloc(2048 * GIGA);
        assert(!none && errno == ENOMEM);
    }
    MPI_Finalize();
    return 0;
}
