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
#include "mpi/comm/attr.h"
#include "mpi/lib/check.h"
#include "mpi/comm/group.h"
#include "mpi/lib/lib.h"

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
     * them: the local group; of an intercommunicator first the low group, then the other.
     */
    uint32_t *members, nmembers;
    uint32_t me; /* our place among them */
    bool low;    /* intercommunicator: our group comes first */

    char *key;              /* the name that contexts are made of */
    uint32_t births;        /* communicators made from it by all its members */
    struct birth *separate; /* those made by some of them: comm.c */

    struct errhandler *errhandler;
    struct attrs attrs;
    struct topo *topo;       /* NULL: none */
    struct history *history; /* of collectives; NULL: none */
    uint32_t prepared;       /* persistent collectives */
    bool coming;             /* MPI_Comm_idup has not said yet that it is there */
    char name[MPI_MAX_OBJECT_NAME];
};

void comm_setup(void); /* lib()->world and lib()->self */

struct comm *comm_find(MPI_Comm);   /* NULL: names none, or none that is there already */
const char *comm_invalid(MPI_Comm); /* why; for INVALID */
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
#define FIND_INTERCOMM(c, handle)                                                        \
    FIND_COMM(c, handle);                                                                \
    if (!comm_is_inter(c))                                                               \
    INVALID(c, MPI_ERR_COMM, "%s is not an intercommunicator", comm_name(c))
#define NEED_TAG(c, tag)                                                                 \
    if ((tag) < 0 || (tag) > TAG_UB)                                                     \
    INVALID(c, MPI_ERR_TAG, "%s is %d, and not from 0 to MPI_TAG_UB (%d)", #tag, tag,    \
            TAG_UB)

/* ---- collectives (also coll.h) ---- */

/* What every contribution to a collective on a communicator begins with, whoever makes
 * it: so the ranks see whether they called the same function. */
struct coll_head {
    uint32_t call; /* enum mpi_call */
    uint32_t pad;  /* what follows is aligned to 16 bytes */
    void *site;    /* where it was called */
};
struct coll_head coll_head(void); /* of the function that is being executed */

/* Everybody gives `mine` and gets what everybody gave; comm_gathered() reads it. Ends the
 * rank with FINDING_CALL_MISMATCH if they did not all call the same function. Members are
 * in the order of c->members. */
struct port_result comm_gather_all(struct comm *, const void *mine, size_t n);
/* What members[i] gave, without the head. */
const void *comm_gathered(const struct port_result *, uint32_t i, size_t *n);
/* FINDING_CALL_MISMATCH unless members [0, n) of this result all called the function that
 * we did. */
void comm_check_same_call(struct port_from mine, const struct port_result *,
                          const uint32_t *members, uint32_t n);

/* ---- making them: for comm.c, intercomm.c and topo.c ---- */

/* The name of a communicator that all members of `parent` make together: the parent's,
 * which birth it is, and what is given here. Malloced. Counts the birth, so everybody
 * must call it, also those who will not belong to the new one. */
char *comm_child_key(struct comm *parent, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The same for one that only some members make: `key` says who; counted separately. Takes
 * the key over and returns a longer one. */
char *comm_separate_key(struct comm *parent, char *key);
/* What all of these world ranks give, on a context of this name; as comm_gather_all(). */
struct port_result comm_gather_among(const char *key, const uint32_t *members, uint32_t n,
                                     const void *mine, size_t bytes);

/* A communicator of these groups (takes over the references), which inherits the error
 * handler of `parent`. Takes over the key. It has no handle yet. */
struct comm *comm_new(struct comm *parent, struct group *local, struct group *remote,
                      bool low, char *key);
/* Its handle; MPI_COMM_NULL of NULL. */
static inline MPI_Comm comm_publish(struct comm *c)
{
    return c ? object_publish(&c->object) : MPI_COMM_NULL;
}

/* Where the local and the remote group begin in c->members. */
static inline uint32_t comm_local_at(const struct comm *c)
{
    return !c->remote || c->low ? 0 : (uint32_t)c->remote->n;
}

static inline uint32_t comm_remote_at(const struct comm *c)
{
    return c->low ? (uint32_t)c->local->n : 0;
}

int comm_dup(struct comm *, MPI_Comm *newcomm);
/* The new communicator is `coming` until the request is complete. NULL: a code says why.
 */
struct comm *comm_idup(struct comm *, uint32_t *port_request, int *code);
/* Of each colour a communicator: what MPI_Comm_split does. NULL for colour MPI_UNDEFINED,
 * and in an intercommunicator if nobody on the other side has that colour. */
struct comm *comm_split(struct comm *parent, int colour, int key);
/* Made of the members of a group, by everybody or by them alone. NULL: we are not among
 * them, or in an intercommunicator nobody on the other side is. */
struct comm *comm_of_group(struct comm *parent, struct group *);
struct comm *comm_of_members(struct comm *parent, struct group *, int tag);
/* MPI_SUCCESS if the group belongs to the communicator's. */
int comm_check_subset(struct comm *, const struct group *);

#endif
