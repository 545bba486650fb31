/* mpich: compiles */
/* Buffers of collectives.
 *
 * Each function is run twice: with 0 everything is right, with 1 the buffer is too short,
 * begins too early, or is gone. */
#include "truth.h"

static int rank, other, size, more; /* more: 0 or 1 */
static MPI_Request q;

/* Ten ints in the heap. */
static int *ten(void)
{
    int *p = malloc(10 * sizeof *p);
    for (int i = 0; i < 10; i++)
        p[i] = i;
    return p;
}

/* mazurka: -n 2 -- bcast 0 => verified!any */
/* mazurka: -n 2 -- bcast 1 => invalid-argument: MPI_Bcast reads 44 bytes from a heap block of 40 bytes */
static void on_bcast(void)
{
    int *p = ten(), q11[11];
    MPI_Bcast(rank ? q11 : p, 10 + more, MPI_INT, 0, WORLD);
    free(p);
}

/* mazurka: -n 2 -- bcast-into 0 => verified!any */
/* mazurka: -n 2 -- bcast-into 1 => invalid-argument: MPI_Bcast writes 44 bytes into a heap block of 40 bytes */
static void on_bcast_into(void)
{
    int *p = ten(), q11[11] = {0};
    MPI_Bcast(rank ? p : q11, 10 + more, MPI_INT, 0, WORLD);
    free(p);
}

/* mazurka: -n 2 -- ibcast 0 => verified!any */
/* mazurka: -n 2 -- ibcast 1 => invalid-argument: MPI_Ibcast writes 44 bytes into a heap block of 40 bytes */
static void on_ibcast(void)
{
    int *p = ten(), q11[11] = {0};
    MPI_Ibcast(rank ? p : q11, 10 + more, MPI_INT, 0, WORLD, &q);
    MPI_Wait(&q, IGNORE);
    free(p);
}

/* mazurka: -n 2 -- gather 0 => verified!any */
/* mazurka: -n 2 -- gather 1 => invalid-argument: MPI_Gather reads 44 bytes from a heap block of 40 bytes */
static void on_gather(void)
{
    int *p = ten(), all[22];
    MPI_Gather(p, 10 + more, MPI_INT, all, 10 + more, MPI_INT, 0, WORLD);
    free(p);
}

/* mazurka: -n 2 -- gather-into 0 => verified!any */
/* mazurka: -n 2 -- gather-into 1 => invalid-argument: MPI_Gather writes 48 bytes into a heap block of 40 bytes */
static void on_gather_into(void)
{
    int *p = ten(), some[6] = {0};
    MPI_Gather(some, 5 + more, MPI_INT, p, 5 + more, MPI_INT, 0, WORLD);
    free(p);
}

/* mazurka: -n 2 -- gather-count 0 => verified!any */
/* mazurka: -n 2 -- gather-count 1 => invalid-argument: MPI_Gather writes 80 bytes into a heap block of 40 bytes */
static void on_gather_count(void)
{
    int *p = more ? ten() : malloc(80), some[10] = {0}; /* recvcount is of one rank */
    MPI_Gather(some, 10, MPI_INT, p, 10, MPI_INT, 0, WORLD);
    free(p);
}

/* mazurka: -n 2 -- gatherv 0 => verified!any */
/* mazurka: -n 2 -- gatherv 1 => invalid-argument: MPI_Gatherv writes 20 bytes at offset 24 of a heap block of 40 bytes */
static void on_gatherv(void)
{
    int *p = ten(), some[5] = {0}, n[] = {5, 5}, at[] = {0, 5 + more};
    MPI_Gatherv(some, 5, MPI_INT, p, n, at, MPI_INT, 0, WORLD);
    free(p);
}

/* mazurka: -n 2 -- scatter 0 => verified!any */
/* mazurka: -n 2 -- scatter 1 => invalid-argument: MPI_Scatter reads */
static void on_scatter(void)
{
    int *p = ten(), some[6];
    MPI_Scatter(p, 5 + more, MPI_INT, some, 5 + more, MPI_INT, 0, WORLD);
    free(p);
}

/* mazurka: -n 2 -- scatter-into 0 => verified!any */
/* mazurka: -n 2 -- scatter-into 1 => invalid-argument: MPI_Scatter writes 44 bytes into a heap block of 40 bytes */
static void on_scatter_into(void)
{
    int *p = ten(), all[22] = {0};
    MPI_Scatter(all, 10 + more, MPI_INT, p, 10 + more, MPI_INT, 0, WORLD);
    free(p);
}

/* mazurka: -n 2 -- scatterv 0 => verified!any */
/* mazurka: -n 2 -- scatterv 1 => invalid-argument: MPI_Scatterv reads 20 bytes from 4 bytes before a heap block of 40 bytes */
static void on_scatterv(void)
{
    int *p = ten(), some[5], n[] = {5, 5}, at[] = {0 - more, 5};
    MPI_Scatterv(p, n, at, MPI_INT, some, 5, MPI_INT, 0, WORLD);
    free(p);
}

/* mazurka: -n 2 -- allgather 0 => verified!any */
/* mazurka: -n 2 -- allgather 1 => invalid-argument: MPI_Allgather writes */
static void on_allgather(void)
{
    int *p = ten(), some[6] = {0};
    MPI_Allgather(some, 5 + more, MPI_INT, p, 5 + more, MPI_INT, WORLD);
    free(p);
}

/* mazurka: -n 2 -- allgather-in-place 0 => verified!any */
/* mazurka: -n 2 -- allgather-in-place 1 => invalid-argument: MPI_Allgather */
static void on_allgather_in_place(void)
{
    int *p = ten();
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, p, 5 + more, MPI_INT, WORLD);
    free(p);
}

/* mazurka: -n 2 -- alltoall 0 => verified!any */
/* mazurka: -n 2 -- alltoall 1 => invalid-argument: MPI_Alltoall reads */
static void on_alltoall(void)
{
    int *p = ten(), got[12];
    MPI_Alltoall(p, 5 + more, MPI_INT, got, 5 + more, MPI_INT, WORLD);
    free(p);
}

/* mazurka: -n 2 -- alltoallv 0 => verified!any */
/* mazurka: -n 2 -- alltoallv 1 => invalid-argument: MPI_Alltoallv writes 20 bytes at offset 24 of a heap block of 40 bytes */
static void on_alltoallv(void)
{
    int *p = ten(), sent[10] = {0}, n[] = {5, 5}, at[] = {0, 5}, to[] = {0, 5 + more};
    MPI_Alltoallv(sent, n, at, MPI_INT, p, n, to, MPI_INT, WORLD);
    free(p);
}

/* mazurka: -n 2 -- alltoallw 0 => verified!any */
/* mazurka: -n 2 -- alltoallw 1 => invalid-argument: MPI_Alltoallw reads 20 bytes at offset 24 of a heap block of 40 bytes */
static void on_alltoallw(void)
{
    int *p = ten(), got[10], n[] = {5, 5}, from[] = {0, 20 + 4 * more}, to[] = {0, 20};
    MPI_Datatype t[] = {MPI_INT, MPI_INT};
    MPI_Alltoallw(p, n, from, t, got, n, to, t, WORLD);
    free(p);
}

/* mazurka: -n 2 -- reduce 0 => verified!any */
/* mazurka: -n 2 -- reduce 1 => invalid-argument: MPI_Reduce writes 44 bytes into a heap block of 40 bytes */
static void on_reduce(void)
{
    int *p = ten(), in[11] = {0};
    MPI_Reduce(in, p, 10 + more, MPI_INT, MPI_SUM, 0, WORLD);
    free(p);
}

/* mazurka: -n 2 -- reduce-not-root 0 => verified!any */
/* mazurka: -n 2 -- reduce-not-root 1 => invalid-argument: MPI_Reduce reads 44 bytes from a heap block of 40 bytes */
static void on_reduce_not_root(void)
{
    int *p = ten(), sum[11]; /* what is not root needs no place for the result */
    MPI_Reduce(p, rank ? NULL : sum, 10 + more, MPI_INT, MPI_SUM, 0, WORLD);
    free(p);
}

/* mazurka: -n 2 -- allreduce 0 => verified!any */
/* mazurka: -n 2 -- allreduce 1 => invalid-argument: MPI_Allreduce writes 4 */
static void on_allreduce(void)
{
    int *p = ten(), in[11] = {0};
    MPI_Allreduce(in, p, 10 + more, MPI_INT, MPI_SUM, WORLD);
    free(p);
}

/* mazurka: -n 2 -- allreduce-in-place 0 => verified!any */
/* mazurka: -n 2 -- allreduce-in-place 1 => invalid-argument: MPI_Allreduce reads 44 bytes from a heap block of 40 bytes */
static void on_allreduce_in_place(void)
{
    int *p = ten();
    MPI_Allreduce(MPI_IN_PLACE, p, 10 + more, MPI_INT, MPI_SUM, WORLD);
    free(p);
}

/* mazurka: -n 2 -- iallreduce 0 => verified!any */
/* mazurka: -n 2 -- iallreduce 1 => invalid-argument: MPI_Iallreduce writes 44 bytes into a heap block of 40 bytes */
static void on_iallreduce(void)
{
    int *p = ten(), in[11] = {0};
    MPI_Iallreduce(in, p, 10 + more, MPI_INT, MPI_SUM, WORLD, &q);
    MPI_Wait(&q, IGNORE);
    free(p);
}

/* mazurka: -n 2 -- scan 0 => verified!any */
/* mazurka: -n 2 -- scan 1 => invalid-argument: MPI_Scan writes 44 bytes into a heap block of 40 bytes */
static void on_scan(void)
{
    int *p = ten(), in[11] = {0};
    MPI_Scan(in, p, 10 + more, MPI_INT, MPI_SUM, WORLD);
    free(p);
}

/* mazurka: -n 2 -- exscan 0 => verified!any */
/* mazurka: -n 2 -- exscan 1 => invalid-argument: MPI_Exscan writes 44 bytes into a heap block of 40 bytes */
static void on_exscan(void)
{
    int *p = rank ? ten() : NULL, in[11] = {0}; /* the first rank gets nothing */
    MPI_Exscan(in, p, 10 + more, MPI_INT, MPI_SUM, WORLD);
    free(p);
}

/* mazurka: -n 2 -- reduce-scatter 0 => verified!any */
/* mazurka: -n 2 -- reduce-scatter 1 => invalid-argument: MPI_Reduce_scatter writes 44 bytes into a heap block of 40 bytes */
static void on_reduce_scatter(void)
{
    int *p = ten(), in[22] = {0}, n[] = {10 + more, 10 + more};
    MPI_Reduce_scatter(in, p, n, MPI_INT, MPI_SUM, WORLD);
    free(p);
}

/* mazurka: -n 2 -- reduce-scatter-block 0 => verified!any */
/* mazurka: -n 2 -- reduce-scatter-block 1 => invalid-argument: MPI_Reduce_scatter_block reads 48 bytes from a heap block of 40 bytes */
static void on_reduce_scatter_block(void)
{
    int *p = ten(), out[6];
    MPI_Reduce_scatter_block(p, out, 5 + more, MPI_INT, MPI_SUM, WORLD);
    free(p);
}

/* mazurka: -n 2 -- neighbor 0 => verified!any */
/* mazurka: -n 2 -- neighbor 1 => invalid-argument: MPI_Neighbor_allgather writes 48 bytes into a heap block of 40 bytes */
static void on_neighbor(void)
{
    int *p = ten(), in[6] = {0}, n = 2, round = 1;
    MPI_Comm ring;
    MPI_Cart_create(WORLD, 1, &n, &round, 0, &ring);
    MPI_Neighbor_allgather(in, 5 + more, MPI_INT, p, 5 + more, MPI_INT, ring);
    MPI_Comm_free(&ring);
    free(p);
}

/* mazurka: -n 2 -- neighbor-edge 0 => verified!any */
/* mazurka: -n 2 -- neighbor-edge 1 => invalid-argument: MPI_Neighbor_allgather writes */
static void on_neighbor_edge(void)
{
    int *p = ten(), in[10] = {0}, n = 2, round = 0; /* nobody is left of rank 0 */
    MPI_Comm line;
    MPI_Cart_create(WORLD, 1, &n, &round, 0, &line);
    MPI_Neighbor_allgather(in, 10, MPI_INT, rank || more ? p : p - 10, 10, MPI_INT, line);
    MPI_Comm_free(&line);
    free(p);
}

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    {"bcast", on_bcast},
    {"bcast-into", on_bcast_into},
    {"ibcast", on_ibcast},
    {"gather", on_gather},
    {"gather-into", on_gather_into},
    {"gather-count", on_gather_count},
    {"gatherv", on_gatherv},
    {"scatter", on_scatter},
    {"scatter-into", on_scatter_into},
    {"scatterv", on_scatterv},
    {"allgather", on_allgather},
    {"allgather-in-place", on_allgather_in_place},
    {"alltoall", on_alltoall},
    {"alltoallv", on_alltoallv},
    {"alltoallw", on_alltoallw},
    {"reduce", on_reduce},
    {"reduce-not-root", on_reduce_not_root},
    {"allreduce", on_allreduce},
    {"allreduce-in-place", on_allreduce_in_place},
    {"iallreduce", on_iallreduce},
    {"scan", on_scan},
    {"exscan", on_exscan},
    {"reduce-scatter", on_reduce_scatter},
    {"reduce-scatter-block", on_reduce_scatter_block},
    {"neighbor", on_neighbor},
    {"neighbor-edge", on_neighbor_edge},
};

int main(int argc, char **argv)
{
    rank = begin();
    MPI_Comm_size(WORLD, &size);
    other = size - 1 - rank;
    more = argc > 2 && atoi(argv[2]);
    for (size_t i = 0; argc > 1 && i < sizeof cases / sizeof *cases; i++)
        if (!strcmp(argv[1], cases[i].name))
            cases[i].run();
    return end();
}
