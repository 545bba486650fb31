/* SPDX-License-Identifier: Apache-2.0
 *
 * states.c - programs whose histories meet again, or do not, for states.sh: which one is
 * the first argument. In all of them rank 0 receives one message of each other rank. */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;

static int receive(void)
{
    int x;
    MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return x;
}

static void send(void)
{
    MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
}

/* keeps who was first, and nothing else */
static void first(void)
{
    volatile int kept = 0;
    for (int i = 1; i < size; i++) {
        int x = receive();
        kept = kept ? kept : x;
    }
    assert(kept != size - 1);
}

/* keeps the sum only, and writes it into a file at the end */
static void writes(void)
{
    int sum = 0;
    for (int i = 1; i < size; i++)
        sum += receive();
    FILE *f = fopen("states.sum", "w");
    assert(f && fprintf(f, "%d\n", sum) > 0);
    fclose(f);
}

/* Messages that are too long for a number, memory that nobody has used before, and in the
 * end communicators that differ with who was last: the order in which all of these are
 * seen first differs from history to history. All ranks. */
static double seen[1 << 16];

static void split(int last)
{
    MPI_Comm part;
    int n;
    MPI_Bcast(&last, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Comm_split(MPI_COMM_WORLD, rank == last, 0, &part);
    MPI_Comm_size(part, &n);
    assert(n == (rank == last ? 1 : size - 1));
    MPI_Comm_free(&part);
}

static void late(void)
{
    double x[4] = {rank, rank * 100, 0, 1};
    if (rank)
        MPI_Send(x, 4, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
    for (int i = 1; i < size && !rank; i++) {
        MPI_Recv(x, 4, MPI_DOUBLE, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        seen[(int)x[0] * 1024] = x[1];
        x[2] = x[1] + 1;
        MPI_Send(x, 4, MPI_DOUBLE, (int)x[0], 1, MPI_COMM_WORLD);
    }
    if (rank)
        MPI_Recv(x, 4, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    assert(x[2] > x[1]);
    split((int)x[0]);
}

/* prints what comes */
static void print(void)
{
    for (int i = 1; i < size; i++)
        printf("message of %d\n", receive());
}

/* allocates for each message, and frees in the order in which they came */
static void allocate(void)
{
    char *block[64];
    for (int i = 1; i < size; i++)
        block[i] = malloc(100);
    for (int i = 1; i < size; i++)
        free(block[receive()]);
}

/* what is kept of the order lies on the heap, in a static variable, or on the stack */
static void keep_block(void)
{
    int *order = malloc(64 * sizeof *order);
    for (int i = 1; i < size; i++)
        order[i] = receive();
    free(order);
}

static volatile int history[64];

static void keep_static(void)
{
    for (int i = 1; i < size; i++)
        history[i] = receive();
}

static void keep_local(void)
{
    int local[64] = {0};
    for (int i = 1; i < size; i++)
        MPI_Recv(&local[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

/* requests: as many as there are messages, finished in any order */
static void requests(void)
{
    int x[64], index;
    MPI_Request r[64];
    for (int i = 1; i < size; i++)
        MPI_Irecv(&x[i], 1, MPI_INT, i, 0, MPI_COMM_WORLD, &r[i]);
    for (int i = 1; i < size; i++) {
        MPI_Waitany(size - 1, r + 1, &index, MPI_STATUS_IGNORE);
        index = 0;
    }
}

/* messages that are shorter than the buffer: what was there before stays there */
static void shorter(void)
{
    int x[2] = {0, 0};
    for (int i = 1; i < size; i++) {
        x[1] = i;
        MPI_Recv(x, 2, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        assert(x[1] == i);
        x[0] = x[1] = 0;
    }
}

/* looks at the clock: then times are part of the state */
static void clock_looked(void)
{
    double start = MPI_Wtime(), last = start;
    for (int i = 1; i < size; i++) {
        receive();
        assert(MPI_Wtime() > last);
        last = MPI_Wtime();
    }
}

/* matched probes: messages that were taken and are received later */
static void take(void)
{
    MPI_Message m[64];
    int x = 0, sum = 0;
    for (int i = 1; i < size; i++)
        MPI_Mprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &m[i], MPI_STATUS_IGNORE);
    for (int i = 1; i < size; i++) {
        MPI_Mrecv(&x, 1, MPI_INT, &m[i], MPI_STATUS_IGNORE);
        sum += x;
        x = 0;
    }
    assert(sum == size * (size - 1) / 2);
}

/* a reduction by a function of the program, while a receive is pending; all ranks */
static void add(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *n; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

static void reduce(void)
{
    int sum = 0, x = 0;
    MPI_Op op;
    MPI_Request r;
    MPI_Irecv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &r);
    MPI_Op_create(add, 1, &op);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, op, MPI_COMM_WORLD);
    assert(sum == size * (size - 1) / 2);
    MPI_Op_free(&op);
    MPI_Send(&rank, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
}

/* large blocks, next to which memory is left over, and cancelled receives; all ranks */
static void large(void)
{
    static const int bytes[] = {1, 100, 10000, 1000000};
    char *block[4];
    MPI_Request r[4];
    for (int i = 0; i < 4; i++) {
        block[i] = malloc((size_t)bytes[i]);
        MPI_Irecv(block[i], bytes[i], MPI_CHAR, (rank + 1) % size, i, MPI_COMM_WORLD,
                  &r[i]);
    }
    MPI_Send("", 0, MPI_CHAR, (rank + size - 1) % size, 1, MPI_COMM_WORLD);
    for (int i = 3; i >= 0; i--) {
        if (i != 1)
            MPI_Cancel(&r[i]);
        MPI_Wait(&r[i], MPI_STATUS_IGNORE);
        free(block[i]);
    }
}

/* sends memory that nobody has written, to itself: what lies there was left by others */
static __attribute__((noinline)) void unwritten(void)
{
    char out[512], in[512];
    __asm__ volatile("" : "+m"(out)); /* or the compiler may choose what it sends */
    MPI_Sendrecv(out, sizeof out, MPI_CHAR, 0, 0, in, sizeof in, MPI_CHAR, 0, 0,
                 MPI_COMM_SELF, MPI_STATUS_IGNORE);
}

/* two ranks send to each other first, which needs buffers; then the order is kept */
static void halts(void)
{
    int x = rank;
    if (rank == 1 || rank == 2) {
        MPI_Send(&x, 1, MPI_INT, 3 - rank, 9, MPI_COMM_WORLD);
        MPI_Recv(&x, 1, MPI_INT, 3 - rank, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    (rank ? send : keep_static)();
}

/* exchanges with everybody, and waits for the sends first */
static void exchange(void)
{
    int in[8], out[8], n = 0;
    MPI_Request r[16];
    for (int i = 0; i < size; i++)
        if (i != rank) {
            out[i] = rank;
            MPI_Isend(&out[i], 1, MPI_INT, i, 0, MPI_COMM_WORLD, &r[n++]);
        }
    for (int i = 0; i < size; i++)
        if (i != rank)
            MPI_Irecv(&in[i], 1, MPI_INT, i, 0, MPI_COMM_WORLD, &r[n++]);
    MPI_Waitall(n, r, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } programs[] = {
        {"first", first},        {"print", print},      {"allocate", allocate},
        {"requests", requests},  {"take", take},        {"shorter", shorter},
        {"clock", clock_looked}, {"block", keep_block}, {"static", keep_static},
        {"local", keep_local},   {"writes", writes}};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (size_t i = 0; argc > 1 && i < sizeof programs / sizeof *programs; i++)
        if (!strcmp(programs[i].name, argv[1]))
            (rank ? send : programs[i].run)();
    if (argc > 1 && !strcmp(argv[1], "reduce"))
        reduce();
    if (argc > 1 && !strcmp(argv[1], "large"))
        large();
    if (argc > 1 && !strcmp(argv[1], "late"))
        late();
    if (argc > 1 && !strcmp(argv[1], "halts"))
        halts();
    if (argc > 1 && !strcmp(argv[1], "unwritten"))
        unwritten();
    if (argc > 1 && !strcmp(argv[1], "exchange"))
        exchange();
    MPI_Finalize();
    return 0;
}
