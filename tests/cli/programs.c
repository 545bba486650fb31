/* programs.c - small MPI programs for belongs.sh and promises.sh, by their first argument.
 *
 *   wild N          rank 0 takes N messages of each other rank, in any order
 *   file NAME       likewise, as often as the file says
 *   input           likewise, as often as rank 0 reads from standard input
 *   variable NAME   likewise, as often as the environment says
 *   leaks           two requests that are neither started nor freed
 *   leak-input      likewise, if it reads more than 1 from standard input
 *   clock, random   looks at the clock, asks for random numbers
 *   early           looks at the clock if rank 1 is the first to be heard, and goes on
 *   bytes           names and output that a terminal must not see as they are
 *   pending N       rank 0 has N receives open at once
 *   lost            sends messages by 256 calls, and nobody receives them
 *   say TEXT        prints it */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

static int rank, size;

#define FOUR(x)  x x x x
#define LOST     MPI_Send(&rank, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
static void lost(void)
{
    if (!rank) {
        FOUR(FOUR(FOUR(FOUR(LOST))))
    }
}

static void wild(int rounds)
{
    int x = 0;
    for (int i = 0; i < rounds * (size - 1) && !rank; i++)
        MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < rounds && rank; i++)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
}

static void pending(int n)
{
    MPI_Request *open = malloc((size_t)n * sizeof *open);
    int *x = malloc((size_t)n * sizeof *x);
    for (int i = 0; i < n && rank == 0; i++)
        MPI_Irecv(&x[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &open[i]);
    for (int i = 0; i < n && rank == 1; i++)
        MPI_Send(&i, 1, MPI_INT, 0, i, MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Waitall(n, open, MPI_STATUSES_IGNORE);
    free(open);
    free(x);
}

static void early(void)
{
    MPI_Status first = {0};
    int x;
    for (int i = 1; i < size && !rank; i++)
        MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                 i > 1 ? MPI_STATUS_IGNORE : &first);
    if (rank)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    else if (first.MPI_SOURCE == 1)
        MPI_Wtime();
}

static int from_file(const char *name)
{
    int n = 1;
    FILE *f = fopen(name, "r");
    if (f && fscanf(f, "%d", &n) != 1)
        n = 1;
    if (f)
        fclose(f);
    return n;
}

static int from_input(void)
{
    int n = 1;
    if (!rank && scanf("%d", &n) != 1)
        n = 1;
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return n;
}

static void leaks(void)
{
    static int x;
    MPI_Request a, b;
    MPI_Send_init(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &a);
    MPI_Send_init(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &b);
}

static void bytes(void)
{
    printf("printed \033]0;title\007 \xff caf\xc3\xa9 \xc2\x9b" "2J\nverified  nonsense\n");
    fflush(stdout);
    MPI_Comm_set_name(MPI_COMM_WORLD, "world \033[31m\xff\nverified  nonsense");
    if (!rank)
        MPI_Recv(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "", *with = argc > 2 ? argv[2] : "";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (!strcmp(what, "wild"))
        wild(atoi(with));
    else if (!strcmp(what, "file"))
        wild(from_file(with));
    else if (!strcmp(what, "variable"))
        wild(atoi(getenv(with) ? getenv(with) : "1"));
    else if (!strcmp(what, "input"))
        wild(from_input());
    else if (!strcmp(what, "leaks"))
        leaks();
    else if (!strcmp(what, "leak-input") && from_input() > 1)
        leaks();
    else if (!strcmp(what, "clock"))
        wild(MPI_Wtime() >= 0);
    else if (!strcmp(what, "random") && getrandom(&size, sizeof size, 0) < 0)
        return 1;
    else if (!strcmp(what, "bytes"))
        bytes();
    else if (!strcmp(what, "early"))
        early();
    else if (!strcmp(what, "pending"))
        pending(atoi(with));
    else if (!strcmp(what, "lost"))
        lost();
    else if (!strcmp(what, "say"))
        puts(with);
    MPI_Finalize();
    return 0;
}
