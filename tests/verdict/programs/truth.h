/* truth.h - what the programs of this folder have in common.
 *
 * Compiled with -DLONG, messages that may be long are long enough for the rendezvous
 * protocol of MPICH, which then shows what a send without buffer does. */
#ifndef TRUTH_H
#define TRUTH_H
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define WORLD  MPI_COMM_WORLD
#define ANY    MPI_ANY_SOURCE
#define IGNORE MPI_STATUS_IGNORE
#define ALL    MPI_STATUSES_IGNORE

enum {
#ifdef LONG
    LEN = 300000, /* ints in a message that may be long */
#else
    LEN = 1,
#endif
};

/* Begins MPI; returns the rank. */
static inline int begin(void)
{
    int rank;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(WORLD, &rank);
    return rank;
}

static inline int end(void)
{
    MPI_Finalize();
    return 0;
}

/* Messages of one int that says nothing. */
static inline void tell(int to, int tag)
{
    int word = 0;
    MPI_Send(&word, 1, MPI_INT, to, tag, WORLD);
}

static inline void hear(int from, int tag)
{
    int word;
    MPI_Recv(&word, 1, MPI_INT, from, tag, WORLD, IGNORE);
}
#endif
