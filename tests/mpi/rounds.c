/* mazurka: -n 3 {,-j 2} -- agree => incomplete; 2,744 outcomes; which asks again and again at rounds.c: ... up to 12 times */
/* mazurka: -n 3 --polls 1 -- agree => incomplete; 27 outcomes; up to 1 times in a row */
/* mazurka: -n 2 -- root => incomplete; 13 outcomes; rank 0, which asks again and again at rounds.c: */
/* mazurka: -n 2 -- heartbeat => incomplete; 13 outcomes; rank 0, which asks again and again at rounds.c: */
/* mazurka: -n 2 {,-j 2} -- late => incomplete; up to 96 times in a row; !0 outcomes */
/* mazurka: -n 3 {,-j 2} -- barrier => verified; 208 outcomes, ... all explored */
/* mazurka: -n 3 -- tree => verified; outcomes, ... all explored */
/* mazurka: -n 2 -- total => incomplete; outcomes; which asks again and again at rounds.c: */
/* mazurka: -n 3 -- server => verified; 28 outcomes, all explored */
/* mazurka: -n 2 -- exchange => verified; all explored */
/* mazurka: -n 2 -- timeout => verified; 1 outcome, all explored */
/* mazurka: -n 2 -- many => verified; 1 outcome, all explored */
/* mazurka: -n 2 -- fails => assertion; rank 0, which asks again and again at rounds.c: */
/* mazurka: -n 2 -- livelock => incomplete; 0 outcomes; which asks again and again at rounds.c: */
/* cc: -O0 */
/* SPDX-License-Identifier: Apache-2.0
 *
 * rounds.c - loops of polls that communicate in each round, as real programs have them, one
 * for each name. Each ends in every fair execution, but for livelock. */
#include <assert.h>
#include <mpi.h>
#include <string.h>

static int rank, size;

static void start(int *value, MPI_Request *in, MPI_Request *out)
{
    MPI_Irecv(value, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, in);
    MPI_Isend(&rank, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, out);
}

static int take(MPI_Status *s)
{
    int value;
    MPI_Recv(&value, 1, MPI_INT, s->MPI_SOURCE, s->MPI_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    return value;
}

static void tell(int value, int to, int tag)
{
    MPI_Send(&value, 1, MPI_INT, to, tag, MPI_COMM_WORLD);
}

static int hear(int from, int tag)
{
    int value;
    MPI_Recv(&value, 1, MPI_INT, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return value;
}

static void agree(void) /* all go on until all have their message */
{
    int value, mine = 0, all = 0;
    MPI_Request in, out;
    start(&value, &in, &out);
    while (!all) {
        if (!mine)
            MPI_Test(&in, &mine, MPI_STATUS_IGNORE);
        MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    }
    MPI_Wait(&out, MPI_STATUS_IGNORE);
}

static void root(void) /* all go on until the root has seen a message */
{
    int flag = 0;
    MPI_Request out;
    if (rank == 1)
        MPI_Isend(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &out);
    while (!flag) {
        if (rank == 0)
            MPI_Iprobe(1, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        MPI_Bcast(&flag, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    if (rank == 0)
        hear(1, 0);
    if (rank == 1)
        MPI_Wait(&out, MPI_STATUS_IGNORE);
}

static void beat(int beats) /* rank 1 answers after so many signs of life */
{
    int value, done = 0;
    MPI_Request in;
    if (rank) {
        for (int n = 0; !done; n++) {
            if (n == beats)
                tell(1, 0, 0);
            done = hear(0, 1);
        }
        return;
    }
    MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &in);
    while (!done) {
        MPI_Test(&in, &done, MPI_STATUS_IGNORE);
        tell(done, 1, 1);
    }
}

static void heartbeat(void)
{
    beat(0);
}

static void late(void)
{
    beat(30);
}

static void barrier(void) /* the consensus of NBX (Hoefler, Siebert, Lumsdaine 2010) */
{
    int done = 0, sent = 0, got = 0;
    MPI_Request out, all;
    MPI_Issend(&rank, 1, MPI_INT, (rank + 1) % size, 7, MPI_COMM_WORLD, &out);
    while (!done) {
        int flag;
        MPI_Status s;
        MPI_Iprobe(MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &flag, &s);
        if (flag) {
            take(&s);
            got++;
        }
        if (sent) {
            MPI_Test(&all, &done, MPI_STATUS_IGNORE);
        } else {
            MPI_Testall(1, &out, &sent, MPI_STATUSES_IGNORE);
            if (sent)
                MPI_Ibarrier(MPI_COMM_WORLD, &all);
        }
    }
    assert(got == 1);
}

enum { CONTACT = 1, ANSWER, UP, DOWN };

static int child(int which)
{
    return 2 * rank + 1 + which;
}

/* Answers whoever asks; ranks that have their answer, and whose children have, tell their
 * parent in a tree, and the root tells all (hypre's assumed partition). */
static void tree(void)
{
    int answer, below = (child(0) < size) + (child(1) < size), up = 0, mine = 0, end = 0;
    int down, flag, parent = (rank - 1) / 2;
    MPI_Request in, out, above, told = MPI_REQUEST_NULL;
    MPI_Status s;
    MPI_Irecv(&answer, 1, MPI_INT, (rank + 1) % size, ANSWER, MPI_COMM_WORLD, &in);
    MPI_Isend(&rank, 1, MPI_INT, (rank + 1) % size, CONTACT, MPI_COMM_WORLD, &out);
    if (rank)
        MPI_Irecv(&down, 1, MPI_INT, parent, DOWN, MPI_COMM_WORLD, &above);
    while (!end) {
        MPI_Iprobe(MPI_ANY_SOURCE, CONTACT, MPI_COMM_WORLD, &flag, &s);
        if (flag)
            tell(take(&s), s.MPI_SOURCE, ANSWER);
        if (!mine)
            MPI_Test(&in, &mine, MPI_STATUS_IGNORE);
        if (below) {
            MPI_Iprobe(MPI_ANY_SOURCE, UP, MPI_COMM_WORLD, &flag, &s);
            if (flag) {
                take(&s);
                below--;
            }
        }
        if (mine && !below && !up) {
            up = 1;
            if (rank)
                MPI_Isend(&up, 1, MPI_INT, parent, UP, MPI_COMM_WORLD, &told);
            else
                end = 1;
        }
        if (rank && up)
            MPI_Test(&above, &end, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < 2; i++)
        if (child(i) < size)
            tell(1, child(i), DOWN);
    MPI_Wait(&out, MPI_STATUS_IGNORE);
    MPI_Wait(&told, MPI_STATUS_IGNORE);
}

/* Counts what was sent and received in all, again and again, while messages come
 * (Quicksilver). */
static void total(void)
{
    int value, here[2] = {1, 0}, all[2], counts = 0, done = 0;
    MPI_Request in, out, sum;
    start(&value, &in, &out);
    while (!done) {
        int flag = 0;
        if (!here[1])
            MPI_Test(&in, &here[1], MPI_STATUS_IGNORE);
        if (!counts) {
            static int now[2];
            memcpy(now, here, sizeof now);
            MPI_Iallreduce(now, all, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &sum);
            counts = 1;
        }
        MPI_Test(&sum, &flag, MPI_STATUS_IGNORE);
        if (flag) {
            counts = 0;
            done = all[0] == all[1];
        }
    }
    MPI_Wait(&out, MPI_STATUS_IGNORE);
}

enum { ASK = 1, PUT, WORK, END };

static void worker(void)
{
    MPI_Status s;
    int value;
    tell(rank, 0, PUT);
    do {
        tell(rank, 0, ASK);
        MPI_Recv(&value, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
    } while (s.MPI_TAG != END);
}

static void server(void) /* gives out work until all who are left ask in vain (ADLB) */
{
    int pool = 0, idle[8], waiting = 0, ended = 0, flag;
    MPI_Status s;
    if (rank) {
        worker();
        return;
    }
    while (ended < size - 1) {
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &s);
        if (flag) {
            take(&s);
            if (s.MPI_TAG == PUT)
                pool++;
            else
                idle[waiting++] = s.MPI_SOURCE;
        }
        for (; waiting && pool; pool--)
            tell(1, idle[--waiting], WORK);
        if (waiting == size - 1 - ended)
            for (; waiting; ended++)
                tell(0, idle[--waiting], END);
    }
}

static void exchange(void) /* messages from all, while own sends are tested (Graph500) */
{
    int value, got = 0, left = size - 1, flag;
    MPI_Request in, out[8];
    for (int i = 0; i < 8; i++)
        out[i] = MPI_REQUEST_NULL;
    MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &in);
    for (int to = 0; to < size; to++)
        if (to != rank)
            MPI_Isend(&rank, 1, MPI_INT, to, 0, MPI_COMM_WORLD, &out[to]);
    while (got < size - 1 || left) {
        int n, which[8];
        if (got < size - 1) {
            MPI_Test(&in, &flag, MPI_STATUS_IGNORE);
            got += flag;
            if (flag && got < size - 1)
                MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &in);
        }
        if (left) {
            MPI_Testsome(8, out, &n, which, MPI_STATUSES_IGNORE);
            left -= n == MPI_UNDEFINED ? left : n;
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void timeout(void) /* for what does not come */
{
    int value, flag = 0;
    MPI_Request in;
    double begin = MPI_Wtime();
    if (rank)
        return;
    MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &in);
    while (!flag && MPI_Wtime() - begin < 60)
        MPI_Test(&in, &flag, MPI_STATUS_IGNORE);
    assert(!flag);
    MPI_Cancel(&in);
    MPI_Wait(&in, MPI_STATUS_IGNORE);
}

static void many(void)
{
    int flag;
    for (int i = 0; rank == 0 && i < 100000; i++)
        MPI_Iprobe(1, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
}

static void fails(void) /* one fails while the other counts how often it asks */
{
    int value, flag = 0;
    MPI_Request in;
    assert(rank == 0);
    MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &in);
    for (volatile int i = 0; !flag; i++)
        MPI_Test(&in, &flag, MPI_STATUS_IGNORE);
}

static void livelock(void) /* all wait for what nobody sends */
{
    int value, mine = 0, all = 0;
    MPI_Request in;
    MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &in);
    while (!all) {
        MPI_Test(&in, &mine, MPI_STATUS_IGNORE);
        MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } all[] = {{"agree", agree},     {"root", root},         {"heartbeat", heartbeat},
               {"late", late},       {"barrier", barrier},   {"tree", tree},
               {"total", total},     {"server", server},     {"exchange", exchange},
               {"timeout", timeout}, {"many", many},         {"fails", fails},
               {"livelock", livelock}};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        if (argc > 1 && !strcmp(argv[1], all[i].name))
            all[i].run();
    MPI_Finalize();
    return 0;
}
