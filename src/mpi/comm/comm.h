/* SPDX-License-Identifier: Apache-2.0
 *
 * comm.h - communicators.
 *
 * A communicator is a group (two, for an intercommunicator) and two contexts, one for
 * messages and one for collectives. A context's name is made of the parent's name and of
 * what all members know alike when they create it, so that it is the same on every rank
 * and in every execution, and no rank has to tell another. */
#ifndef MZ_MPI_COMM_COMM_H
#define MZ_MPI_COMM_COMM_H
#include "mpi/comm/attr.h"
#include "mpi/lib/check.h"
#include "mpi/comm/group.h"
#include "mpi/lib/lib.h"

struct topo;       /* topo.h */
struct errhandler; /* error.h */
struct buffers;    /* p2p/bsend.h */

struct comm {
    struct mpi_object object;
    struct group *local, *remote; /* remote: NULL unless this is an intercommunicator */
    int rank;                     /* this rank's number in the local group */
    int size;                     /* size of the local group */
    uint32_t messages;            /* contexts for messages and for collectives */
    uint32_t collectives;
    /* The world ranks of all participants of a collective, in the same order on every
     * rank: the local group; for an intercommunicator, the low group followed by the
     * other. */
    uint32_t *members, nmembers;
    uint32_t me; /* this rank's place in members */
    bool low;    /* intercommunicator: our group comes first in members */

    char *key;              /* the name from which the contexts are made */
    uint32_t births;        /* number of communicators made from it by all its members */
    struct birth *separate; /* numbers of communicators made from it by some of its
                               members: comm.c */

    struct errhandler *errhandler;
    struct attrs attrs;
    struct topo *topo;          /* NULL: none */
    struct history *history;    /* collectives not compared yet; NULL: none */
    uint32_t prepared;          /* number of persistent collectives created so far */
    struct mpi_object *owner;   /* the window or file that this communicator belongs to;
                               NULL: none */
    struct mpi_object *session; /* that it comes from; NULL: none. A reference is held */
    struct buffers *buffers;    /* MPI_Comm_attach_buffer; NULL: never called */
    bool coming;                /* made by MPI_Comm_idup, which is not complete yet */
    char name[MPI_MAX_OBJECT_NAME];
};

void comm_setup(void); /* makes lib()->world and lib()->self */

struct comm *comm_find(MPI_Comm);   /* NULL: the handle is invalid, or the communicator is
                                       not complete yet */
struct comm *comm_coming(MPI_Comm); /* that of an MPI_Comm_idup which is not complete;
                                       NULL: the handle is of no such communicator */
const char *comm_invalid(MPI_Comm); /* why comm_find() returned NULL; for INVALID */
const char *comm_name(const struct comm *); /* the name for messages: "MPI_COMM_WORLD" */

static inline bool comm_is_inter(const struct comm *c)
{
    return c->remote != NULL;
}

/* The group that messages go to and come from; the remote group of an
 * intercommunicator. */
static inline const struct group *comm_peers(const struct comm *c)
{
    return c->remote ? c->remote : c->local;
}

static inline int comm_world_of(const struct comm *c, int peer)
{
    return comm_peers(c)->world[peer];
}

/* The rank in comm_peers() of a world rank, which is MPI_SOURCE of a message from
 * there. */
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

/* Every contribution to a collective on a communicator begins with this head, so that
 * the ranks see whether they called the same function. */
struct coll_head {
    uint32_t call;   /* enum mpi_call */
    uint32_t before; /* the collective before this one on the communicator, if nobody has
                        compared it yet (history.h); 0: none */
    void *site, *site_before; /* the addresses of the calls */
    uint64_t pad;             /* what follows is aligned to 16 bytes */
};
/* The head for the function that is being executed; the communicator may be NULL. */
struct coll_head coll_head(const struct comm *);

/* Every rank contributes `mine` and gets what all contributed, in the order of
 * c->members; comm_gathered() reads it. Ends the rank with FINDING_CALL_MISMATCH if
 * they did not all call the same function. */
struct port_result comm_gather_all(struct comm *, const void *mine, size_t n);
/* For calls that make something of all members, who might go on before the others have
 * come (they need nothing of them), and do not: the verdict says so. */
void comm_made_together(const struct comm *);
/* The contribution of members[i], without the head. */
const void *comm_gathered(const struct port_result *, uint32_t i, size_t *n);
/* Ends the rank with FINDING_CALL_MISMATCH unless the members [0, n) of this result all
 * called the same function as this rank, whose head is `mine`. */
void comm_check_same_call(const struct coll_head *mine, const struct port_result *,
                          const uint32_t *members, uint32_t n);

/* ---- making them: for comm.c, intercomm.c and topo.c ---- */

/* The key of a communicator that all members of `parent` make together: the parent's
 * key, the number of the birth, and the text given here; allocated with malloc(). It
 * counts the birth, so every member must call it, even if it will not belong to the new
 * communicator. */
char *comm_child_key(struct comm *parent, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The key of a communicator that only some members make: `key` says which, and births
 * are counted separately for each. Takes over `key` and returns a longer one. */
char *comm_separate_key(struct comm *parent, char *key);
/* As comm_gather_all(), for these world ranks on a context of this name. */
struct port_result comm_gather_among(const char *key, const uint32_t *members, uint32_t n,
                                     const void *mine, size_t bytes);

/* A context of its own for this purpose: the same for all ranks that say the same. */
uint32_t comm_context(const struct comm *, const char *purpose);

/* A communicator of these groups, whose references it takes over, as well as the key.
 * It inherits the error handler of `parent` and has no handle yet. */
struct comm *comm_new(struct comm *parent, struct group *local, struct group *remote,
                      bool low, char *key);
/* Gives it a handle; MPI_COMM_NULL for NULL. */
static inline MPI_Comm comm_publish(struct comm *c)
{
    return c ? object_publish(&c->object) : MPI_COMM_NULL;
}

/* The index in c->members at which the local group begins, and the remote one. */
static inline uint32_t comm_local_at(const struct comm *c)
{
    return !c->remote || c->low ? 0 : (uint32_t)c->remote->n;
}

static inline uint32_t comm_remote_at(const struct comm *c)
{
    return c->low ? (uint32_t)c->local->n : 0;
}

int comm_dup(struct comm *, MPI_Comm *newcomm);
/* The new communicator is `coming` until the request is complete. NULL, with a code, on
 * failure. */
struct comm *comm_idup(struct comm *, uint32_t *port_request, int *code);
/* What MPI_Comm_split does: a communicator for each colour. NULL for colour
 * MPI_UNDEFINED, and in an intercommunicator if nobody on the other side has that
 * colour. */
struct comm *comm_split(struct comm *parent, int colour, int key);
/* Makes a communicator of the members of a group; comm_of_group() is called by
 * everybody, comm_of_members() by these members only, who give it the same key. NULL if
 * this rank is not a member or, in an intercommunicator, if nobody on the other side is.
 */
struct comm *comm_of_group(struct comm *parent, struct group *);
struct comm *comm_of_members(struct comm *parent, struct group *, const char *key);
/* intercomm.c: what MPI_Intercomm_create does; `remote_leader` is a rank of `peers`. */
int intercomm_create(struct comm *local, int leader, struct comm *peers,
                     int remote_leader, const char *tag, MPI_Comm *newcomm);
/* MPI_SUCCESS if the group is a subset of the communicator's group. */
int comm_check_subset(struct comm *, const struct group *);

#endif
