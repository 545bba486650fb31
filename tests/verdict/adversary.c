/* adversary.c - an MPI that takes every liberty, between a program and MPICH.
 *
 * Linked before MPICH by tests/verdict/mpich.mjs. Each call may be late; a standard send may
 * be a synchronous one; a test or probe may say no although it need not; and in every
 * second run (ADVERSARY_MEET=1) a blocking collective joins everybody, as the standard
 * allows. A program that is right passes with it; one that is wrong shows it more often
 * than with MPICH alone. */
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

static unsigned state;
static int meet;
/* No more lies: something was seen complete or arrived, which must stay so, or there are
 * persistent requests, of which we cannot tell whether they are active. */
static int seen;

static unsigned chance(unsigned n)
{
    unsigned z = state += 0x9e3779b9;
    z = (z ^ (z >> 16)) * 0x85ebca6b;
    z = (z ^ (z >> 13)) * 0xc2b2ae35;
    return (z ^ (z >> 16)) % n;
}

static void lag(void)
{
    if (state && chance(4) == 0)
        usleep(chance(8) * 1000);
}

static void wake(void)
{
    int rank;
    const char *seed = getenv("ADVERSARY_SEED"), *join = getenv("ADVERSARY_MEET");
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    state = (seed ? (unsigned)atoi(seed) : 1) * 7919 + (unsigned)rank * 104729 + 1;
    meet = join && atoi(join);
}

int MPI_Init(int *argc, char ***argv)
{
    int code = PMPI_Init(argc, argv);
    wake();
    return code;
}

static void together(MPI_Comm comm)
{
    int inter;
    lag();
    if (!meet)
        return;
    PMPI_Comm_test_inter(comm, &inter);
    if (!inter)
        PMPI_Barrier(comm);
}

int MPI_Send(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c)
{
    lag();
    return chance(2) ? PMPI_Send(b, n, t, to, tag, c) : PMPI_Ssend(b, n, t, to, tag, c);
}

int MPI_Isend(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c,
              MPI_Request *r)
{
    lag();
    return chance(2) ? PMPI_Isend(b, n, t, to, tag, c, r)
                     : PMPI_Issend(b, n, t, to, tag, c, r);
}

#define LATE(name, parameters, arguments)                                                \
    int MPI_##name parameters                                                            \
    {                                                                                    \
        lag();                                                                           \
        return PMPI_##name arguments;                                                    \
    }
LATE(Ssend, (const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c),
     (b, n, t, to, tag, c))
LATE(Recv, (void *b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Status *s),
     (b, n, t, from, tag, c, s))
LATE(Irecv,
     (void *b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Request *r),
     (b, n, t, from, tag, c, r))
LATE(Wait, (MPI_Request * r, MPI_Status *s), (r, s))
LATE(Waitall, (int n, MPI_Request *r, MPI_Status *s), (n, r, s))
LATE(Waitany, (int n, MPI_Request *r, int *i, MPI_Status *s), (n, r, i, s))
LATE(Waitsome, (int n, MPI_Request *r, int *m, int *i, MPI_Status *s), (n, r, m, i, s))
LATE(Probe, (int from, int tag, MPI_Comm c, MPI_Status *s), (from, tag, c, (seen = 1, s)))
LATE(Mprobe, (int from, int tag, MPI_Comm c, MPI_Message *m, MPI_Status *s),
     (from, tag, c, m, s))
LATE(Mrecv, (void *b, int n, MPI_Datatype t, MPI_Message *m, MPI_Status *s),
     (b, n, t, m, s))
LATE(Barrier, (MPI_Comm c), (c))
LATE(Start, (MPI_Request * r), (r))
LATE(Recv_init,
     (void *b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Request *r),
     (b, n, t, from, tag, c, (seen = 1, r)))
LATE(Send_init,
     (const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request *r),
     (b, n, t, to, tag, c, (seen = 1, r)))
LATE(Finalize, (void), ())

/* May this answer be no? Only if something is left to wait for. */
static int deny(int n, const MPI_Request *r)
{
    for (int i = 0; i < n; i++)
        if (r[i] != MPI_REQUEST_NULL && !seen)
            return chance(2);
    return 0;
}

int MPI_Test(MPI_Request *r, int *flag, MPI_Status *s)
{
    lag();
    *flag = 0;
    return deny(1, r) ? MPI_SUCCESS : PMPI_Test(r, flag, s);
}

int MPI_Testall(int n, MPI_Request *r, int *flag, MPI_Status *s)
{
    lag();
    *flag = 0;
    return deny(n, r) ? MPI_SUCCESS : PMPI_Testall(n, r, flag, s);
}

int MPI_Testany(int n, MPI_Request *r, int *i, int *flag, MPI_Status *s)
{
    lag();
    *flag = 0;
    *i = MPI_UNDEFINED;
    return deny(n, r) ? MPI_SUCCESS : PMPI_Testany(n, r, i, flag, s);
}

int MPI_Testsome(int n, MPI_Request *r, int *m, int *i, MPI_Status *s)
{
    lag();
    *m = 0;
    return deny(n, r) ? MPI_SUCCESS : PMPI_Testsome(n, r, m, i, s);
}

int MPI_Request_get_status(MPI_Request r, int *flag, MPI_Status *s)
{
    int code = PMPI_Request_get_status(r, flag, s);
    if (*flag)
        seen = 1;
    return code;
}

int MPI_Iprobe(int from, int tag, MPI_Comm c, int *flag, MPI_Status *s)
{
    int code = MPI_SUCCESS;
    lag();
    *flag = 0;
    if (seen || from == MPI_PROC_NULL || chance(2))
        code = PMPI_Iprobe(from, tag, c, flag, s);
    if (*flag)
        seen = 1;
    return code;
}

#define MEET(name, parameters, arguments)                                                \
    int MPI_##name parameters                                                            \
    {                                                                                    \
        together(c);                                                                     \
        return PMPI_##name arguments;                                                    \
    }
MEET(Bcast, (void *b, int n, MPI_Datatype t, int root, MPI_Comm c), (b, n, t, root, c))
MEET(Gather,
     (const void *b, int n, MPI_Datatype t, void *d, int m, MPI_Datatype u, int root,
      MPI_Comm c),
     (b, n, t, d, m, u, root, c))
MEET(Scatter,
     (const void *b, int n, MPI_Datatype t, void *d, int m, MPI_Datatype u, int root,
      MPI_Comm c),
     (b, n, t, d, m, u, root, c))
MEET(Reduce,
     (const void *b, void *d, int n, MPI_Datatype t, MPI_Op o, int root, MPI_Comm c),
     (b, d, n, t, o, root, c))
MEET(Allreduce, (const void *b, void *d, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c),
     (b, d, n, t, o, c))
MEET(Scan, (const void *b, void *d, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c),
     (b, d, n, t, o, c))
