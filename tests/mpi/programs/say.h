/* SPDX-License-Identifier: Apache-2.0
 *
 * say.h - what the programs of this folder print: lines that begin with the rank, so that
 * they can be sorted and compared. */
#ifndef SAY_H
#define SAY_H
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank, size;

#define SAY(...)                                                                         \
    do {                                                                                 \
        char say_text[512];                                                              \
        snprintf(say_text, sizeof say_text, __VA_ARGS__);                                \
        printf("%d %03d %s\n", rank, __LINE__, say_text);                                \
    } while (0)

/* Lets a checker that shows the output of failures show it. */
static __attribute__((destructor)) void end(void)
{
    fflush(stdout);
    if (getenv("SAY_EXIT"))
        _exit(9);
}

static inline void begin(int *argc, char ***argv)
{
    static char buffer[60000];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer); /* in few writes */
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
}

static inline void say_ints(int line, const char *what, const int *v, int n)
{
    char text[512];
    int at = snprintf(text, sizeof text, "%d %03d %s", rank, line, what);
    for (int i = 0; i < n; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, " %d", v[i]);
    printf("%s\n", text);
}
#define SAY_INTS(v, n) say_ints(__LINE__, #v, v, n)

static inline void say_status(int line, const MPI_Status *s, MPI_Datatype type)
{
    int count, cancelled;
    MPI_Get_count(s, type, &count);
    MPI_Test_cancelled(s, &cancelled);
    printf("%d %03d source %d tag %d count %d cancelled %d\n", rank, line, s->MPI_SOURCE,
           s->MPI_TAG, count, cancelled);
}
#define SAY_STATUS(s, type) say_status(__LINE__, s, type)
#endif
