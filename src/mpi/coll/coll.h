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
#ifndef MZ_MPI_COLL_H
#define MZ_MPI_COLL_H
#include "mpi/comm/comm.h"
#include "mpi/type/data.h"
#include "mpi/coll/reduce.h"
#include "mpi/p2p/request.h"

/* ---- what the program names ---- */

/* A buffer with its counts and types, as the program gave it. */
struct side {
    const void *buf;
    MPI_Datatype type; /* of each block, or */
    const MPI_Datatype *types;
    int count; /* of each block; they follow each other */
    bool each; /* each block has its own: */
    const int *counts;
    const int *displs;       /* in extents; in bytes if each has its own type, too */
    const MPI_Aint *offsets; /* or this, in bytes */
};

#define SIDE(x) (&(struct side){.buf = x##buf, .count = x##count, .type = x##type})
#define SIDE_V(x)                                                                        \
    (&(struct side){.buf = x##buf,                                                       \
                    .each = true,                                                        \
                    .counts = x##counts,                                                 \
                    .displs = x##displs,                                                 \
                    .type = x##type})
#define SIDE_W(x, where)                                                                 \
    (&(struct side){.buf = x##buf,                                                       \
                    .each = true,                                                        \
                    .counts = x##counts,                                                 \
                    .where = x##displs,                                                  \
                    .type = MPI_DATATYPE_NULL,                                           \
                    .types = x##types})

/* The same, checked: n blocks. */
struct blocks {
    struct side side;
    int n;
    struct datatype *type;   /* held */
    struct datatype **types; /* held; of side.types */
};

/* A code, after the error handler. The blocks are to be released either way. */
int blocks_check(struct comm *, const struct side *, int n, struct blocks *);
struct data blocks_at(const struct blocks *, int i);

/* ---- the operation ---- */

struct need {
    uint32_t member; /* whom: a position in comm->members */
    int theirs;      /* which of its blocks, or the so many-th that is for us: */
    int mine;        /* where it goes: a block of `take` */
    uint32_t place;  /* coll.c: in the order in which members are listed */
};

struct mpi_op;
struct history;

struct coll {
    struct comm *comm;
    int root;          /* world rank; -1: none, or this rank does not know */
    struct mpi_op *op; /* NULL: data are moved and not reduced; held */
    struct blocks give, take;
    bool in_place; /* what we give lies where the result goes, as it is to */
    bool mutual;   /* everybody needs everybody, as everybody knows */
    struct need *need;
    uint32_t nneed;
    int to, nto; /* the peers that get what we give: so many, from this one on; or */
    int *destinations; /* neighbourhoods: these; malloced */
    int ndestinations;
    bool by_name;      /* our blocks are told apart by whom they are for */
    int total;         /* reductions: elements in all, */
    int slice;         /* the first of them that is in our result, */
    const int *slices; /* and how many are in each rank's; NULL: all */
    bool one_sided;    /* we do not know which of our peers take something */
    uint32_t context;  /* 0: that of the communicator */
    bool apart;        /* not in the order of the communicator's others */

    uint32_t *order; /* coll.c: members, those needed first; NULL: as in comm->members */
    uint32_t needed; /* coll.c: how many different ones */
    struct history *history;
};

static inline struct coll coll_of(struct comm *c)
{
    return (struct coll){.comm = c, .root = -1};
}

/* All peers (the remote group, for an intercommunicator): this rank of them, or all ranks
 * of theirs; the first n of them; or one. Those that turn out to have no data for us are
 * not waited for. */
enum which_block { THEIR_ONLY, THEIR_OURS };
void need_each_other(struct coll *, enum which_block);
void need_peers(struct coll *, int n, enum which_block);
void need_peer(struct coll *, int peer, enum which_block);
uint32_t member_of_peer(const struct comm *, int peer);
/* What we give is for all peers, or for so many from this one on. */
void give_to_all(struct coll *);
void give_to(struct coll *, int peer, int n);

/* Who are we to a rooted collective? A code if `root` is invalid. */
enum role {
    ROLE_ROOT,
    ROLE_OTHER,    /* has to do with the root */
    ROLE_BYSTANDER /* in the root's group of an intercommunicator */
};
int coll_role(struct coll *, int root, enum role *);

/* In place of checks that fail: releases everything and hands the code through. */
int coll_discard(struct coll *, int code);
/* How the program asks for a collective. */
struct form {
    MPI_Request *request; /* NULL: it waits for the result */
    bool persistent;      /* it is started later, perhaps often (MPI 4) */
};

/* Arrives and waits, or makes a request. For a function that has ENTERed: it LEAVEs. */
int coll_run(struct coll *, struct form);

/* All forms of a function of the standard. `body` is an expression of its parameters and
 * of `form`. */
#define COLLECTIVE(Name, Iname, body, ...)                                               \
    EXPORT int MPI_##Name(__VA_ARGS__)                                                   \
    {                                                                                    \
        struct form form = {0};                                                          \
        ENTER(Name);                                                                     \
        return body;                                                                     \
    }                                                                                    \
    EXPORT int MPI_##Iname(__VA_ARGS__, MPI_Request *request)                            \
    {                                                                                    \
        struct form form = {.request = request};                                         \
        ENTER(Iname);                                                                    \
        NEED_POINTER(NULL, request);                                                     \
        return body;                                                                     \
    }                                                                                    \
    EXPORT int MPI_##Name##_init(__VA_ARGS__, MPI_Info info, MPI_Request *request);      \
    EXPORT int MPI_##Name##_init(__VA_ARGS__, MPI_Info info, MPI_Request *request)       \
    {                                                                                    \
        struct form form = {.request = request, .persistent = true};                     \
        ENTER(Name##_init);                                                              \
        NEED_POINTER(NULL, request);                                                     \
        (void)info; /* hints */                                                          \
        return body;                                                                     \
    }

/* The program is over: nobody can tell that all ranks meet now, and they compare what
 * they did. `from` is the call of MPI_Finalize. */
void coll_end(struct port_from from);

#endif
