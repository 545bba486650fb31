/* SPDX-License-Identifier: Apache-2.0
 *
 * coll.h - collective operations.
 *
 * A collective is one event: every rank contributes what it has to give, with a
 * description of what it wants, and computes its own result from what those contributed
 * whom it needs. So a result does not depend on the order in which ranks arrive. A rank
 * needs those from whom data come, and waits for nobody else: a block without data, be
 * it that its count is 0 or that its type is empty, does not have to be waited for. The
 * function of the standard says what this rank gives (blocks, one for everybody or one
 * for each), whom it needs, which of their blocks it takes and where they go; coll.c does
 * the rest. The blocking and the nonblocking form differ in who waits. */
#ifndef MZ_MPI_COLL_COLL_H
#define MZ_MPI_COLL_COLL_H
#include "mpi/comm/comm.h"
#include "mpi/type/data.h"
#include "mpi/coll/reduce.h"
#include "mpi/lib/counts.h"
#include "mpi/p2p/request.h"

/* ---- what the program names ---- */

/* A buffer with its counts and types, as the program gave it. */
struct side {
    const void *buf;
    MPI_Datatype type; /* type of each block, unless `types` is given */
    const MPI_Datatype *types;
    MPI_Count count; /* count of each block, unless `each` is set; the blocks follow each
                        other */
    bool each;       /* each block has its own count and displacement */
    struct counts counts;
    struct counts displs; /* displacements, in extents; in bytes if each block has its own
                             type, too */
};

#define SIDE(x) (&(struct side){.buf = x##buf, .count = x##count, .type = x##type})
#define SIDE_V(x)                                                                        \
    (&(struct side){.buf = x##buf,                                                       \
                    .each = true,                                                        \
                    .counts = COUNTS(x##counts),                                         \
                    .displs = COUNTS(x##displs),                                         \
                    .type = x##type})
#define SIDE_W(x)                                                                        \
    (&(struct side){.buf = x##buf,                                                       \
                    .each = true,                                                        \
                    .counts = COUNTS(x##counts),                                         \
                    .displs = COUNTS(x##displs),                                         \
                    .type = MPI_DATATYPE_NULL,                                           \
                    .types = x##types})

/* A side after its arguments were checked: n blocks. */
struct blocks {
    struct side side;
    int n;
    struct datatype *type;   /* the common type; a reference is held */
    struct datatype **types; /* the types, if side.types is given; references are held */
    struct side given;       /* as side, but its arrays are the program's own */
};

/* Checks a side; returns an error code, after calling the error handler. The blocks
 * must be released in either case. */
int blocks_check(struct comm *, const struct side *, int n, struct blocks *);
void blocks_release(struct blocks *);
struct data blocks_at(const struct blocks *, int i);

/* ---- the operation ---- */

struct need {
    uint32_t member; /* position in comm->members of the member that gives the data */
    int theirs;      /* index of its block; with by_name, the n-th that is for this
                        rank */
    int mine;        /* the block of `take` that the data go to */
    uint32_t place;  /* coll.c: its place in the list of members */
};

struct mpi_op;
struct history;

struct coll {
    struct comm *comm;
    struct coll_head head; /* begins what we contribute; known when we arrive */
    int root;          /* world rank of the root; -1: none, or not known to this rank */
    struct mpi_op *op; /* the operator; NULL: data are moved but not reduced; a reference
                          is held */
    struct blocks give, take;
    bool in_place; /* what we give lies where the result goes (MPI_IN_PLACE) */
    bool alike;    /* all ranks give MPI_IN_PLACE, or none */
    bool mutual;   /* everybody needs everybody, and everybody knows that */
    struct need *need;
    uint32_t nneed;
    int to, nto; /* the peers that get what we give: nto of them, starting with `to` */
    int *destinations; /* neighbourhoods: the destinations instead; allocated with
                          malloc() */
    int ndestinations;
    bool by_name;         /* our blocks are distinguished by their destination */
    int total;            /* reductions: the number of elements in all */
    int slice;            /* reductions: the first element that is in our result */
    struct counts slices; /* reductions: the number of elements in each rank's result;
                             none: all */
    struct counts given_slices; /* the program's own array, if slices is a copy */
    bool copied;                /* the arrays of the sides, and slices, are copies */
    bool one_sided;             /* we do not know which of our peers take something */
    uint32_t context;           /* 0: the context of the communicator */
    bool apart;                 /* it is not ordered with the other collectives of the
                                   communicator */

    uint32_t *order; /* coll.c: the members, those needed first; NULL: as in
                        comm->members */
    uint32_t needed; /* coll.c: how many different members are needed */
    struct history *history;
};

static inline struct coll coll_of(struct comm *c)
{
    return (struct coll){.comm = c, .root = -1};
}

/* These add the blocks that this rank takes: from all peers (the remote group, for an
 * intercommunicator), from the first n of them, or from one; either the peer's only
 * block or its block for this rank. Peers that turn out to have no data for us are not
 * waited for. */
enum which_block { THEIR_ONLY, THEIR_OURS };
void need_each_other(struct coll *, enum which_block);
void need_peers(struct coll *, int n, enum which_block);
void need_peer(struct coll *, int peer, enum which_block);
uint32_t member_of_peer(const struct comm *, int peer);
/* States that what we give is for all peers, or for n peers starting with one. */
void give_to_all(struct coll *);
void give_to(struct coll *, int peer, int n);

/* The role of this rank in a rooted collective; an error code if `root` is invalid. */
enum role {
    ROLE_ROOT,
    ROLE_OTHER,    /* exchanges data with the root */
    ROLE_BYSTANDER /* belongs to the root's group of an intercommunicator, but is not the
                      root */
};
int coll_role(struct coll *, int root, enum role *);
/* The part that ranks compare, as the call says it. */
struct described;
struct described coll_described(const struct coll *, struct port_from);

/* Used when a check fails: releases everything and returns the code. */
int coll_discard(struct coll *, int code);
/* The form in which the program calls a collective. */
struct coll_form {
    MPI_Request *request; /* NULL: the blocking form, which waits for the result */
    bool persistent;      /* a persistent operation, which is started later, perhaps
                             repeatedly (MPI 4) */
};

/* Arrives and waits, or makes a request. For use in a function that has called ENTER;
 * it calls LEAVE. */
int coll_run(struct coll *, struct coll_form);

/* The blocking, the nonblocking and the persistent form of a function of the standard.
 * `body` is an expression of its parameters and of `form`. */
#define COLLECTIVE_FORMS(blocks, starts, prepares, body, ...)                            \
    EXPORT int MPI_##blocks(__VA_ARGS__)                                                 \
    {                                                                                    \
        struct coll_form form = {0};                                                     \
        ENTER(blocks);                                                                   \
        return body;                                                                     \
    }                                                                                    \
    EXPORT int MPI_##starts(__VA_ARGS__, MPI_Request *request)                           \
    {                                                                                    \
        struct coll_form form = {.request = request};                                    \
        ENTER(starts);                                                                   \
        CHECK_RESULT(request);                                                           \
        return body;                                                                     \
    }                                                                                    \
    EXPORT int MPI_##prepares(__VA_ARGS__, MPI_Info info, MPI_Request *request)          \
    {                                                                                    \
        struct coll_form form = {.request = request, .persistent = true};                \
        ENTER(prepares);                                                                 \
        CHECK_RESULT(request);                                                           \
        (void)info; /* hints are ignored */                                              \
        return body;                                                                     \
    }

/* These forms, and those for large counts. PARAMETERS is a macro: the parameters, for
 * these types of counts and of displacements. */
#define COLLECTIVE(Name, Iname, body, PARAMETERS)                                        \
    COLLECTIVE_FORMS(Name, Iname, Name##_init, body, PARAMETERS(int, int))               \
    COLLECTIVE_FORMS(Name##_c, Iname##_c, Name##_init_c, body,                           \
                     PARAMETERS(MPI_Count, MPI_Aint))

/* Parameters that several of them have. */
#define EXCHANGED(COUNT)                                                                 \
    const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf,          \
        COUNT recvcount, MPI_Datatype recvtype
#define EXCHANGED_TAKES_EACH(COUNT, DISPL)                                               \
    const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf,          \
        const COUNT *recvcounts, const DISPL *recvdispls, MPI_Datatype recvtype
#define EXCHANGE(COUNT, DISPL) EXCHANGED(COUNT), MPI_Comm comm
#define EXCHANGE_TAKES_EACH(COUNT, DISPL)                                                \
    EXCHANGED_TAKES_EACH(COUNT, DISPL), MPI_Comm comm
#define EXCHANGE_EACH(COUNT, DISPL)                                                      \
    const void *sendbuf, const COUNT *sendcounts, const DISPL *senddispls,               \
        MPI_Datatype sendtype, void *recvbuf, const COUNT *recvcounts,                   \
        const DISPL *recvdispls, MPI_Datatype recvtype, MPI_Comm comm
#define EXCHANGE_TYPES(COUNT, DISPL)                                                     \
    const void *sendbuf, const COUNT *sendcounts, const DISPL *senddispls,               \
        const MPI_Datatype *sendtypes, void *recvbuf, const COUNT *recvcounts,           \
        const DISPL *recvdispls, const MPI_Datatype *recvtypes, MPI_Comm comm

/* Notes a call that all ranks of the communicator must make, in the same order as its
 * collectives, and that waits for nobody. */
void coll_note(struct comm *);

/* Called at the end of the program: all ranks meet, which no program can observe, and
 * compare their histories. `from` is the call of MPI_Finalize. */
void coll_end(struct port_from from);

#endif
