/* SPDX-License-Identifier: Apache-2.0
 *
 * comm.h - communicators.
 *
 * A communicator is a group (two, for an intercommunicator) and two contexts, one for
 * messages and one for collectives. A context's name is made of the parent's name and of
 * what all members know alike when they create it, so that it is the same on every rank
 * and in every execution, and no rank has to tell another. */
#ifndef MZ_MPI_COMM_H
#define MZ_MPI_COMM_H
#include "mpi/attr.h"
#include "mpi/check.h"
#include "mpi/group.h"
#include "mpi/lib.h"

struct topo;       /* topo.h */
struct errhandler; /* error.h */

struct comm {
    struct object object;
    struct group *local, *remote; /* remote: NULL unless an intercommunicator */
    int rank;                     /* ours in the local group */
    int size;                     /* of the local group */
    uint32_t messages;            /* contexts */
    uint32_t collectives;
    /* Everybody who takes part in a collective, world ranks, in the same order on all of
     * them: the local group; of an intercommunicator first the low group, then the other. */
    uint32_t *members, nmembers;
    uint32_t me; /* our place among them */
    bool low;    /* intercommunicator: our group comes first */

    char *key;       /* the name that contexts are made of */
    uint32_t births; /* communicators made from it by all its members */
    struct birth *separate; /* those made by some of them: comm.c */

    struct errhandler *errhandler;
    struct attrs attrs;
    struct topo *topo; /* NULL: none */
    char name[MPI_MAX_OBJECT_NAME];
};

void comm_setup(void); /* lib()->world and lib()->self */

struct comm *comm_find(MPI_Comm);          /* NULL: names no communicator */
const char *comm_invalid(MPI_Comm);        /* why; for INVALID */
const char *comm_name(const struct comm *); /* for people: "MPI_COMM_WORLD" */

static inline bool comm_is_inter(const struct comm *c)
{
    return c->remote != NULL;
}

/* Who messages go to and come from: the remote group of an intercommunicator. */
static inline const struct group *comm_peers(const struct comm *c)
{
    return c->remote ? c->remote : c->local;
}

static inline int comm_world_of(const struct comm *c, int peer)
{
    return comm_peers(c)->world[peer];
}

/* The rank in comm_peers() of a world rank: MPI_SOURCE of a message from there. */
static inline int comm_rank_of(const struct comm *c, int world)
{
    return group_rank_of(comm_peers(c), world);
}

/* ---- in a function that has ENTERed: declare c, or leave with an error ---- */

#define FIND_COMM(c, handle)                                                             \
    struct comm *c = comm_find(handle);                                                  \
    if (!c)                                                                              \
    INVALID(NULL, MPI_ERR_COMM, "%s", comm_invalid(handle))
#define FIND_INTRACOMM(c, handle)                                                        \
    FIND_COMM(c, handle);                                                                \
    if (comm_is_inter(c))                                                                \
    INVALID(c, MPI_ERR_COMM, "%s is an intercommunicator", comm_name(c))

/* ---- collectives (also coll.h) ---- */

/* What every contribution to a collective on a communicator begins with, whoever makes it:
 * so the ranks see whether they called the same function. */
struct coll_head {
    uint32_t call; /* enum mpi_call */
    uint32_t pad;  /* what follows is aligned to 16 bytes */
    void *site;    /* where it was called */
};
struct coll_head coll_head(void); /* of the function that is being executed */

/* Everybody gives `mine` and gets what everybody gave; comm_gathered() reads it. Ends the
 * rank with PORT_CALL_MISMATCH if they did not all call the same function. Members are in
 * the order of c->members. */
struct port_result comm_gather_all(struct comm *, const void *mine, size_t n);
/* What members[i] gave, without the head. */
const void *comm_gathered(const struct port_result *, uint32_t i, size_t *n);
/* PORT_CALL_MISMATCH unless members [0, n) of this result all called what we call now. */
void comm_check_same_call(struct comm *, const struct port_result *,
                          const uint32_t *members, uint32_t n);

/* ---- making them: for comm.c and topo.c ---- */

/* A communicator of these groups (takes over the references), which inherits the error
 * handler of `parent`; `how` and what follows are added to the parent's key. Has no
 * handle yet. */
struct comm *comm_new(struct comm *parent, struct group *local, struct group *remote,
                      bool low, const char *key);
MPI_Comm comm_publish(struct comm *);

#endif
