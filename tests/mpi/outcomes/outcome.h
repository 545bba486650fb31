/* SPDX-License-Identifier: Apache-2.0
 *
 * outcome.h - for small programs with a result that may differ from run to run: see
 * tests/mpi/outcomes.sh.
 *
 *     PROGRAM -r ROUNDS    again and again, with pauses, under an MPI that takes its
 * time; says each outcome that was seen PROGRAM OUTCOME      once; fails if that is the
 * outcome
 *
 * The program defines play(), which gives the outcome on rank 0. */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SHORT = 4, MAX_OUTCOME = 16 };

static int rank, size, longer = 64; /* bytes of a long message */
static char *large;                 /* room for one */
static unsigned chances;

static int play(MPI_Comm comm);

/* Some time passes, if it can. */
static inline void pause_maybe(void)
{
    if (chances && rand_r(&chances) % 3 == 0)
        usleep((unsigned)rand_r(&chances) % 1000);
}

int main(int argc, char **argv)
{
    int rounds = argc == 3 && !strcmp(argv[1], "-r") ? atoi(argv[2]) : 0;
    MPI_Comm comm;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rounds)
        longer = 1 << 20;
    large = calloc(1, (size_t)longer);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    if (!rounds) {
        int outcome = play(comm);
        assert(rank || outcome != atoi(argv[1]));
    }
    int seen[MAX_OUTCOME] = {0};
    for (int i = 0; i < rounds; i++) {
        alarm(60);
        chances = i % 4 ? (unsigned)(i * size + rank) * 2654435761u >> 4 : 0;
        MPI_Barrier(MPI_COMM_WORLD);
        seen[play(comm)]++;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    for (int k = 0; rank == 0 && k < MAX_OUTCOME; k++)
        if (seen[k])
            printf("outcome %d: %d of %d\n", k, seen[k], rounds);
    fflush(stdout);
    if (rounds)
        alarm(5); /* MPI_Finalize may hang, but all is said */
    free(large);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
