/* SPDX-License-Identifier: Apache-2.0
 *
 * parting.c - what shows at the end of a program, and only in some outcomes, for
 * explore.sh: which one is the argument. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;

/* Rank 0 takes a message of each other rank; returns who was first. */
static int first(void)
{
    int x, who = 0;
    for (int i = 1; i < size && !rank; i++) {
        MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        who = i == 1 ? x : who;
    }
    if (rank)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    return who;
}

static void make_type(void)
{
    MPI_Datatype pair;
    MPI_Type_contiguous(2, MPI_INT, &pair);
}

/* Nobody waits for the root of a broadcast that only the root knows of. */
static void broadcast(void)
{
    if (first() == 2)
        MPI_Bcast(&size, 1, MPI_INT, 0, MPI_COMM_WORLD);
}

/* All know of it, and two think that they are the root. */
static void roots(void)
{
    int root = first() == 2 ? 0 : 1;
    if (rank < 2)
        MPI_Bcast(&size, 1, MPI_INT, rank ? 1 : root, MPI_COMM_WORLD);
    else
        MPI_Bcast(&size, 1, MPI_INT, 1, MPI_COMM_WORLD);
}

static void damage(void)
{
    volatile char *block = malloc(24);
    block[first() == 2 ? 24 : 0] = 1;
}

static void leak(void)
{
    if (first() == 2)
        make_type();
}

/* What rank 0 contributes at its end has a time, which depends on who was first. */
static void clocks(void)
{
    for (int i = first(); i > 0; i--)
        MPI_Wtime();
}

/* Rank 0 has come to its end when rank 2 sends: what rank 0 has got first is revisited
 * then, and goes back to what it was. */
static void freed(void)
{
    static int a, b, x; /* b is received into at any time */
    MPI_Request one, other;
    MPI_Status status;
    if (rank == 0) {
        MPI_Irecv(&a, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &one);
        MPI_Irecv(&b, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &other);
        MPI_Request_free(&other);
        MPI_Wait(&one, &status);
        if (status.MPI_SOURCE == 1)
            make_type();
    } else if (rank == 2) {
        for (int i = 3; i < size; i++) {
            MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
            if (i == 3)
                MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        }
    } else {
        MPI_Send(&rank, 1, MPI_INT, rank == 1 ? 0 : 2, 0, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } programs[] = {{"broadcast", broadcast}, {"roots", roots},   {"damage", damage},
                    {"leak", leak},           {"clocks", clocks}, {"freed", freed}};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (size_t i = 0; argc > 1 && i < sizeof programs / sizeof *programs; i++)
        if (!strcmp(programs[i].name, argv[1]))
            programs[i].run();
    MPI_Finalize();
    return 0;
}
