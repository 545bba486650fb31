/* SPDX-License-Identifier: Apache-2.0
 *
 * explore.c - programs with many outcomes, for explore.sh: which one is the first
 * argument, then numbers. */
#include <assert.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank, size, number[2];

static int receive(void)
{
    int x;
    MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return x;
}

/* Rank 0 takes so many messages of each other rank. The first and the last one must not
 * come from the second number. */
static void wild(void)
{
    int messages = number[0] * (rank ? 1 : size - 1), first = -1, last = -1;
    for (int i = 0; i < messages; i++) {
        if (rank) {
            MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
            continue;
        }
        last = receive();
        first = i ? first : last;
    }
    if (!rank && number[1]) {
        assert(first != number[1]);
        assert(last != number[1]);
    }
}

/* Rank 0 computes for so many milliseconds, or as many as that is here, after each
 * message; the last one must not come from rank 1. */
static void slow(void)
{
    int last = 0;
    if (rank) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        return;
    }
    for (int i = 1; i < size; i++) {
        last = receive();
        for (volatile int n = 0; n < 500000 * number[0]; n++)
            ;
    }
    assert(last != 1);
}

/* The same with a heap of so many KiB of which a part changes with every message, and
 * that must always be what the messages so far make it. */
static void heap(void)
{
    size_t bytes = (size_t)number[0] << 10, page = 4096;
    if (rank) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        return;
    }
    unsigned char *all = calloc(bytes, 1), *seen = calloc((size_t)size, 1);
    for (int i = 1; i < size; i++) {
        int x = receive();
        seen[x] = 1;
        for (size_t at = (size_t)x * page; at < bytes; at += (size_t)size * page)
            all[at] = (unsigned char)x;
        for (size_t at = 0; at < bytes; at += page) {
            int owner = (int)(at / page % (size_t)size);
            assert(all[at] == (seen[owner] ? owner : 0));
        }
    }
    free(all);
    free(seen);
}

/* If the first message is the last rank's, rank 0 computes for ever. */
static void endless(void)
{
    volatile int busy = 1;
    if (rank) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        return;
    }
    for (int i = 1; i < size; i++)
        if (receive() == (number[0] ? number[0] : size - 1) && i == 1)
            while (busy)
                ;
}

/* If the first message is the last rank's, rank 0 does what cannot be checked. */
static void foreign(void)
{
    if (rank) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        return;
    }
    for (int i = 1; i < size; i++)
        if (receive() == size - 1 && i == 1)
            (void)!fork();
}

/* A counter that a loop of polls changes: it is given up at some point. */
static void count(void)
{
    int done = 0, x;
    MPI_Request r;
    if (rank) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        return;
    }
    for (int i = 1; i < size; i++) {
        volatile int polls = 0;
        MPI_Irecv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &r);
        for (MPI_Test(&r, &done, MPI_STATUS_IGNORE); !done;
             MPI_Test(&r, &done, MPI_STATUS_IGNORE))
            polls++;
    }
}

/* Rank 0 looks before it receives; all messages are equal, and it is wrong if it sees
 * that of rank 2 first. */
static void glance(void)
{
    int x = 0, there;
    MPI_Status s;
    if (rank) {
        MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        return;
    }
    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &s);
    bool early = there && s.MPI_SOURCE == 2;
    for (int i = 1; i < size; i++)
        receive();
    assert(!early);
}

/* A second message of rank 1 is never received, if its first one came first. */
static void lost(void)
{
    static char room[4096];
    if (rank) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Buffer_attach(room, sizeof room);
        if (rank == 1)
            MPI_Bsend(&rank, 0, MPI_INT, 0, 1, MPI_COMM_WORLD);
        return;
    }
    int first = receive();
    for (int i = 2; i < size; i++)
        receive();
    if (first != 1)
        MPI_Recv(&first, 0, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Of so many messages of each other rank, only the first decides what goes wrong; if it
 * is that of rank 1, nothing does. */
static void most(void)
{
    int messages = number[0] * (rank ? 1 : size - 1), first = 0;
    for (int i = 0; i < messages; i++) {
        if (rank) {
            MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        } else {
            int x = receive();
            first = i ? first : x;
        }
    }
    if (rank)
        return;
    if (first == 2)
        receive(); /* what nobody sends */
    assert(first != 3);
    if (first == size - 1)
        MPI_Send(&rank, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    assert(first == 1 || first == size - 1);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } programs[] = {{"wild", wild},       {"heap", heap},     {"endless", endless},
                    {"foreign", foreign}, {"count", count},   {"lost", lost},
                    {"most", most},       {"glance", glance}, {"slow", slow}};
    for (int i = 2; i < argc && i < 4; i++)
        number[i - 2] = atoi(argv[i]);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (size_t i = 0; argc > 1 && i < sizeof programs / sizeof *programs; i++)
        if (!strcmp(programs[i].name, argv[1]))
            programs[i].run();
    MPI_Finalize();
    return 0;
}
