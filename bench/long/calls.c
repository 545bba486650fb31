/* SPDX-License-Identifier: Apache-2.0
 *
 * calls.c - a loop of one kind of call: calls KIND ROUNDS, on two ranks or more. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORLD MPI_COMM_WORLD
#define ONE   1, MPI_DOUBLE

static int rank, size, next, previous, rounds;
static double in = 1, out, many[64];
static MPI_Request both[2];
static MPI_Win window;
static MPI_File file;

static void pair(void (*first)(int), void (*second)(int), int i)
{
    if (rank == 0)
        first(i);
    else if (rank == 1)
        second(i);
}

static void give(int i)
{
    (void)i;
    MPI_Send(&in, ONE, 1, 0, WORLD);
}

static void take(int i)
{
    (void)i;
    MPI_Recv(&out, ONE, 0, 0, WORLD, MPI_STATUS_IGNORE);
}

static void take_probed(int i)
{
    MPI_Probe(0, 0, WORLD, MPI_STATUS_IGNORE);
    take(i);
}

static void take_polled(int i)
{
    (void)i;
    MPI_Irecv(&out, ONE, 0, 0, WORLD, both);
    for (int done = 0; !done;)
        MPI_Test(both, &done, MPI_STATUS_IGNORE);
}

static void send(int i)
{
    pair(give, take, i);
}

static void probe(int i)
{
    pair(give, take_probed, i);
}

static void poll(int i)
{
    pair(give, take_polled, i);
}

static void halo(int i)
{
    (void)i;
    MPI_Irecv(&out, ONE, previous, 0, WORLD, both);
    MPI_Isend(&in, ONE, next, 0, WORLD, both + 1);
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
}

static void persistent(int i)
{
    if (i == 0) {
        MPI_Recv_init(&out, ONE, previous, 0, WORLD, both);
        MPI_Send_init(&in, ONE, next, 0, WORLD, both + 1);
    }
    MPI_Startall(2, both);
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
    for (int k = 0; i == rounds - 1 && k < 2; k++)
        MPI_Request_free(both + k);
}

static void barrier(int i)
{
    (void)i;
    MPI_Barrier(WORLD);
}

static void ibarrier(int i)
{
    (void)i;
    MPI_Ibarrier(WORLD, both);
    MPI_Wait(both, MPI_STATUS_IGNORE);
}

static void bcast(int i)
{
    (void)i;
    MPI_Bcast(&in, ONE, 0, WORLD);
}

static void gather(int i)
{
    (void)i;
    MPI_Gather(&in, ONE, many, ONE, 0, WORLD);
}

static void alltoall(int i)
{
    (void)i;
    MPI_Alltoall(many, ONE, many + 32, ONE, WORLD);
}

/* The sum depends on the order: there is a note. */
static void allreduce(int i)
{
    (void)i;
    double x = rank == 0 ? 1e16 : rank == 1 ? 1 : -1e16;
    MPI_Allreduce(&x, &out, ONE, MPI_SUM, WORLD);
}

static void dup(int i)
{
    (void)i;
    MPI_Comm copy;
    MPI_Comm_dup(WORLD, &copy);
    MPI_Barrier(copy);
    MPI_Comm_free(&copy);
}

/* One is never freed: there is a warning. */
static void leak(int i)
{
    MPI_Comm copy;
    barrier(i);
    if (i == rounds - 1)
        MPI_Comm_dup(WORLD, &copy);
}

static void fence(int i)
{
    if (i == 0)
        MPI_Win_create(many, sizeof many, sizeof *many, MPI_INFO_NULL, WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Put(&in, ONE, next, rank, ONE, window);
    MPI_Win_fence(0, window);
    if (i == rounds - 1)
        MPI_Win_free(&window);
}

static void lock(int i)
{
    if (i == 0)
        MPI_Win_create(many, sizeof many, sizeof *many, MPI_INFO_NULL, WORLD, &window);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, window);
        MPI_Put(&in, ONE, 1, 0, ONE, window);
        MPI_Win_unlock(1, window);
    }
    if (i == rounds - 1)
        MPI_Win_free(&window);
}

static void files(int i)
{
    if (i == 0)
        MPI_File_open(WORLD, "calls.out", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                      &file);
    MPI_File_write_at(file, (MPI_Offset)(i * size + rank) * 8, &in, ONE,
                      MPI_STATUS_IGNORE);
    if (i == rounds - 1)
        MPI_File_close(&file);
}

static const struct {
    const char *name;
    void (*call)(int);
} kinds[] = {{"send", send},         {"probe", probe},           {"poll", poll},
             {"halo", halo},         {"persistent", persistent}, {"barrier", barrier},
             {"ibarrier", ibarrier}, {"bcast", bcast},           {"gather", gather},
             {"alltoall", alltoall}, {"allreduce", allreduce},   {"dup", dup},
             {"leak", leak},         {"fence", fence},           {"lock", lock},
             {"files", files}};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(WORLD, &rank);
    MPI_Comm_size(WORLD, &size);
    next = (rank + 1) % size;
    previous = (rank + size - 1) % size;
    rounds = argc > 2 ? atoi(argv[2]) : 1;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        if (argc < 2)
            rank ? 0 : puts(kinds[k].name);
        else if (!strcmp(kinds[k].name, argv[1]))
            for (int i = 0; i < rounds; i++)
                kinds[k].call(i);
    }
    MPI_Finalize();
    return 0;
}
