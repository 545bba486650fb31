/* mazurka: -n 3 -- test => verified; 1 outcome, all explored */
/* mazurka: -n 3 -- iprobe => verified; 2 outcomes, all explored */
/* mazurka: -n 4 -- iprobe => verified; 6 outcomes, all explored */
/* mazurka: -n 3 {,-j 2} -- {mixed,testsome} => verified; outcomes, ... all explored */
/* mazurka: -n 2 {,-j 2} -- two => verified; 2 outcomes, ... all explored */
/* mazurka: -n 3 {,-j 2} -- two => verified; 24 outcomes, ... all explored */
/* mazurka: -n 3 -- {never,ignored,peek} => non-termination: rank 0 polls for ever
 */
/* mazurka: -n 3 {,-j 2} -- count => incomplete; 13 outcomes; rank 0, which asks again and again at loops.c: ... up to 12 times in a row is explored (--polls N for more) */
/* mazurka: -n 2 {,-j 2} -- turns => incomplete; 16 outcomes; asks again and again at loops.c: ... up to 12 times in a row is explored */
/* mazurka: -n 3 --buffering infinite -- unsent => verified */
/* mazurka: -n 3 {--buffering zero,} -- unsent => non-termination */
/* cc: -O1 */
/* SPDX-License-Identifier: Apache-2.0
 *
 * loops.c - loops of polls, one for each name; see loops.sh. */
#include <assert.h>
#include <mpi.h>
#include <string.h>

static int rank, size;

static void test_loop(void)
{
    int value = 0, done = 0;
    MPI_Request r;
    if (rank == 0) {
        MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
        while (!done)
            MPI_Test(&r, &done, MPI_STATUS_IGNORE);
        assert(value == 1);
    } else if (rank == 1) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
}

static void iprobe_loop(void)
{
    if (rank) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        return;
    }
    for (int i = 1; i < size; i++) {
        int found = 0, value;
        MPI_Status s;
        while (!found)
            MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &found, &s);
        MPI_Recv(&value, 1, MPI_INT, s.MPI_SOURCE, 0, MPI_COMM_WORLD, &s);
        assert(value == s.MPI_SOURCE);
    }
}

static void mixed(void)
{
    if (rank) {
        MPI_Send(&rank, 1, MPI_INT, 0, rank, MPI_COMM_WORLD);
        return;
    }
    MPI_Request r[2];
    int v[2], got = 0, seen = 0;
    MPI_Irecv(&v[0], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &r[0]);
    r[1] = MPI_REQUEST_NULL;
    while (got + seen < size - 1) {
        int index, flag = 0, value;
        MPI_Status s;
        MPI_Testany(2, r, &index, &flag, &s);
        if (flag && index != MPI_UNDEFINED)
            got++;
        MPI_Iprobe(MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &flag, &s);
        if (flag) {
            MPI_Recv(&value, 1, MPI_INT, s.MPI_SOURCE, 2, MPI_COMM_WORLD, &s);
            seen++;
        }
    }
}

/* Two looks in a loop, for messages of two tags. */
static void two(void)
{
    int x = 0, flag = 0, count = 0;
    MPI_Status s;
    MPI_Request q[2];
    if (rank) {
        for (int tag = 0; tag < 2; tag++)
            MPI_Isend(&rank, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, &q[tag]);
        MPI_Waitall(2, q, MPI_STATUSES_IGNORE);
        return;
    }
    while (count < 2 * (size - 1))
        for (int tag = 0; tag < 2; tag++) {
            MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &flag, &s);
            if (!flag)
                continue;
            MPI_Recv(&x, 1, MPI_INT, s.MPI_SOURCE, tag, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            count++;
        }
}

static void testsome(void)
{
    if (rank) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        return;
    }
    MPI_Request r[8];
    int v[8], left = size - 1;
    for (int i = 1; i < size; i++)
        MPI_Irecv(&v[i], 1, MPI_INT, i, 0, MPI_COMM_WORLD, &r[i - 1]);
    while (left) {
        int n, which[8];
        MPI_Testsome(size - 1, r, &n, which, MPI_STATUSES_IGNORE);
        left -= n;
    }
}

static void never(void)
{
    int found = 0;
    MPI_Status s;
    while (!rank && !found)
        MPI_Iprobe(1, 7, MPI_COMM_WORLD, &found, &s);
}

static void either(void) /* for ever in one outcome, and wrong in the other */
{
    int first = 0, second;
    if (rank) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        return;
    }
    MPI_Recv(&first, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&second, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    assert(first == 1);
    never();
}

static void ignored(void)
{
    int found = 0, v = 0, tag = 0;
    MPI_Status s;
    if (rank)
        MPI_Send(&v, 1, MPI_INT, 0, rank, MPI_COMM_WORLD);
    while (!rank && tag != 7) {
        MPI_Iprobe(1, MPI_ANY_TAG, MPI_COMM_WORLD, &found, &s);
        tag = found ? s.MPI_TAG : 0;
    }
}

static void peek(void)
{
    int v = 0, tag = 0;
    MPI_Status s;
    if (rank)
        MPI_Send(&v, 1, MPI_INT, 0, rank, MPI_COMM_WORLD);
    while (!rank && tag != 7) {
        MPI_Probe(1, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        tag = s.MPI_TAG;
    }
}

static void count(void)
{
    int value = 0, done = 0;
    volatile int n = 0;
    MPI_Request r;
    if (rank == 0) {
        MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
        while (!done) {
            MPI_Test(&r, &done, MPI_STATUS_IGNORE);
            n++;
        }
    } else if (rank == 1) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
}

static void turns(void) /* each looks for a message that never comes, and goes on only
                           if the others get their turn meanwhile */
{
    static volatile int looks;
    int value = 0, flag, done = 0, sum = 0;
    MPI_Request r, all;
    MPI_Irecv(&value, 1, MPI_INT, !rank, 1, MPI_COMM_WORLD, &r);
    for (; looks < 3; looks++)
        MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
    MPI_Iallreduce(&size, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &all);
    while (!done) {
        for (int i = 0; i < 3; i++, looks++)
            MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
        MPI_Test(&all, &done, MPI_STATUS_IGNORE);
    }
    MPI_Cancel(&r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
}

static void unsent(void) /* polls its own send, which nobody receives */
{
    int done = 0;
    MPI_Request r;
    if (rank == 1) {
        MPI_Isend(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &r);
        while (!done)
            MPI_Test(&r, &done, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Recv(&done, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } all[] = {{"test", test_loop},  {"iprobe", iprobe_loop}, {"mixed", mixed},
               {"two", two},         {"testsome", testsome},  {"never", never},
               {"ignored", ignored}, {"peek", peek},          {"count", count},
               {"unsent", unsent},   {"either", either},      {"turns", turns}};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        if (argc > 1 && !strcmp(argv[1], all[i].name))
            all[i].run();
    MPI_Finalize();
    return 0;
}
