/* mazurka: -n 3 {,-a odpor --buffering infinite,--images root,-j 2} -- clocks => verified; 2 outcomes, all explored */
/* mazurka: -n 3 -- clocks-wrong => assertion; mine - before < 10 */
/* mazurka: -n 3 -- addresses => crash; which is memory of rank 1; in 1 of 2 outcomes */
/* mazurka: -n 3 -- addresses-fine => verified; 2 outcomes, all explored */
/* mazurka: -n 3 -- blocks => crash; in memory that was freed */
/* mazurka: -n 3 -- blocks-fine => verified; 2 outcomes, all explored */
/* mazurka: -n 2 -- freed-meanwhile => verified; 1 outcome, all explored */
/* cc: -O1 */
/* ranks.c - what each rank has to itself: its clock, which is never behind what it receives, and
 * its memory. Run by ranks.sh with the name of a case. */
#include <assert.h>
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int rank, size;
static const char *how;

static int is(const char *name) { return !strcmp(how, name); }

/* Rank 1 works for long, then sends the time; nobody receives that any earlier. */
static void clocks(void)
{
    double mine, sent;
    if (rank == 1) {
        sleep(50);
        sent = MPI_Wtime();
        for (int to = 0; to < size; to++)
            if (to != 1)
                MPI_Send(&sent, 1, MPI_DOUBLE, to, 0, MPI_COMM_WORLD);
    } else {
        MPI_Request r;
        double before = MPI_Wtime();
        MPI_Irecv(&sent, 1, MPI_DOUBLE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &r);
        assert(MPI_Wtime() - before < 1);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        mine = MPI_Wtime();
        assert(mine > sent && mine - before > 49);
        assert(!is("clocks-wrong") || mine - before < 10);
    }
    /* A collective is not over before those have come from whom something is needed. */
    if (rank == size - 1)
        sleep(1000);
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    double now = (double)t.tv_sec, last;
    MPI_Allreduce(&now, &last, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    clock_gettime(CLOCK_REALTIME, &t);
    assert((double)t.tv_sec >= last && last - now >= (rank == size - 1 ? 0 : 900));
    /* Rank 0 hears of two others in either order: time goes back with it. */
    if (rank)
        sleep((unsigned)rank);
    mine = MPI_Wtime();
    if (rank)
        MPI_Send(&mine, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
    for (int i = 1; !rank && i < size; i++) {
        MPI_Status s;
        MPI_Probe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &s);
        double probed = MPI_Wtime();
        MPI_Recv(&sent, 1, MPI_DOUBLE, s.MPI_SOURCE, 1, MPI_COMM_WORLD, &s);
        assert(probed > sent && MPI_Wtime() > probed);
    }
}

/* Rank 1's address, used by rank 0 only if rank 2's message came first. */
static void addresses(void)
{
    int *p = malloc(sizeof *p), from[2];
    *p = 7;
    if (rank == 1)
        MPI_Bcast(&p, sizeof p, MPI_BYTE, 1, MPI_COMM_WORLD);
    else {
        int *q;
        MPI_Bcast(&q, sizeof q, MPI_BYTE, 1, MPI_COMM_WORLD);
        if (!rank) {
            for (int i = 0; i < 2; i++)
                MPI_Recv(&from[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
            if (from[0] == 2 && is("addresses"))
                assert(*q == 7);
        }
    }
    if (rank)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    free(p);
}

/* A large block that is not freed in one order of the messages only. */
static void blocks(void)
{
    enum { N = 100000 };
    double *block = malloc(N * sizeof *block);
    int from[2];
    for (int i = 0; i < N; i++)
        block[i] = rank;
    if (rank)
        MPI_Send(block, 1000, MPI_DOUBLE, 0, rank, MPI_COMM_WORLD);
    for (int i = 0; !rank && i < 2; i++) {
        MPI_Status s;
        MPI_Recv(block, 1000, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        from[i] = s.MPI_SOURCE;
    }
    if (!rank && from[0] == 2)
        free(block);
    if (!rank && (is("blocks") || from[0] == 1))
        assert(block[0] == from[1]);
}

/* Large blocks are freed while many others, on pages next to what the rank notes about freed
 * ones, are buffers of active receives. */
static void freed_meanwhile(void)
{
    enum { BLOCKS = 4, BUFFERS = 60, SOME = 5000 };
    static char sent[SOME];
    char *block[BLOCKS], *buffer[BUFFERS];
    MPI_Request r[BUFFERS];
    for (int i = 0; i < BLOCKS; i++)
        block[i] = malloc(1 << 20);
    for (int i = 0; i < BUFFERS; i++) {
        if (i == BUFFERS / 2)
            free(block[0]);
        buffer[i] = malloc(SOME);
    }
    for (int i = 0; i < BUFFERS; i++)
        if (rank)
            MPI_Send(sent, SOME, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
        else
            MPI_Irecv(buffer[i], SOME, MPI_CHAR, 1, 0, MPI_COMM_WORLD, &r[i]);
    for (int i = 1; i < BLOCKS; i++)
        free(block[i]);
    if (!rank)
        MPI_Waitall(BUFFERS, r, MPI_STATUSES_IGNORE);
    for (int i = 0; i < BUFFERS; i++)
        free(buffer[i]);
}

int main(int argc, char **argv)
{
    how = argv[1];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (!strncmp(how, "clocks", 6))
        clocks();
    if (!strncmp(how, "addresses", 9))
        addresses();
    if (!strncmp(how, "blocks", 6))
        blocks();
    if (is("freed-meanwhile"))
        freed_meanwhile();
    MPI_Finalize();
    return 0;
}
