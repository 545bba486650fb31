/* files_shared.h - for programs whose ranks share files: the one that is named on the command line runs.
 *
 * A line above each case says with how many ranks it is run and what must come out; those that are verified
 * must also end well under MPICH. Lines at the top of a program say what it finds in its directory: a file, a link to
 * it, another name of it, an empty directory and a pipe. */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int me, n;
static char text[4096];

static const char *content(const char *name)
{
    int fd = open(name, O_RDONLY);
    if (fd < 0)
        return "none";
    ssize_t got = read(fd, text, sizeof text - 1);
    assert(got >= 0);
    text[got] = 0;
    close(fd);
    return text;
}

static void put(const char *name, const char *what)
{
    FILE *f = fopen(name, "w");
    assert(f && fputs(what, f) >= 0 && !fclose(f));
}

static void barrier(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

static void token(int from, int to)
{
    int x = 7;
    if (me == from)
        MPI_Send(&x, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
    if (me == to)
        MPI_Recv(&x, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

struct file_case {
    const char *name;
    void (*run)(void);
};
extern const struct file_case file_cases[]; /* ends with one without a name */

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    for (const struct file_case *c = file_cases; c->name; c++)
        if (argc > 1 && !strcmp(c->name, argv[1])) {
            c->run();
            return MPI_Finalize();
        }
    assert(!"there is such a case");
}
