/* mpich: compiles */
/* SPDX-License-Identifier: Apache-2.0
 *
 * wrong_wrapped.c - nothing is wrong here: one function makes all calls, for variables of
 * several types that come to be at the same address: on the stack, since the functions
 * that have them do not call each other, and in the heap, since blocks are freed.
 *
 * mazurka: -n 2 => verified; 1 outcome, all explored
 * cc: -O1 */
#include <mpi.h>
#include <stdlib.h>

static __attribute__((noinline)) void sum(void *from, void *to, MPI_Datatype type)
{
    MPI_Allreduce(from, to, 1, type, MPI_SUM, MPI_COMM_WORLD);
}

static __attribute__((noinline)) long integers(long mine)
{
    long all;
    sum(&mine, &all, MPI_LONG);
    return all;
}

static __attribute__((noinline)) double reals(double mine)
{
    double all;
    sum(&mine, &all, MPI_DOUBLE);
    return all;
}

/* In the second call, what is gathered is where the counts were in the first. */
static __attribute__((noinline)) void gather(double *mine, double *all)
{
    int *counts = malloc(2 * sizeof *counts), *places = malloc(2 * sizeof *places);
    for (int i = 0; i < 2; i++)
        counts[i] = 1, places[i] = i;
    MPI_Allgatherv(mine, 1, MPI_DOUBLE, all, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
    free(counts);
    free(places);
}

int main(int argc, char **argv)
{
    double mine = 1, some[2];
    int fine;
    MPI_Init(&argc, &argv);
    fine = integers(2) == 4 && reals(0.5) == 1;
    gather(&mine, some);
    for (int i = 0; i < 4; i++) {
        double *all = malloc(2 * sizeof *all);
        gather(&mine, all);
        fine = fine && all[0] + all[1] == 2;
        if (i % 2)
            free(all);
    }
    MPI_Finalize();
    return !fine;
}
