/* SPDX-License-Identifier: Apache-2.0
 *
 * win.h - windows: memory of each rank that others may access.
 *
 * A window has a communicator of its own, which the program never sees: its members are
 * the window's group, its context is that of MPI_Win_fence and MPI_Win_free, and its
 * error handler is the window's. Whatever the ranks have to know of each other (sizes and
 * displacement units) is exchanged when the window is made.
 *
 * The rest of the state is about epochs: which calls have been made that allow an access,
 * and which accesses are not complete yet (epoch.c, lock.c, access.c). The memory itself
 * is the checker's business (mpi/port.h): the library says where the rank's copy of a
 * part is, and which accesses are made to it. */
#ifndef MZ_MPI_RMA_WIN_H
#define MZ_MPI_RMA_WIN_H
#include "base/vec.h"
#include "mpi/comm/comm.h"
#include "mpi/lib/check.h"
#include "mpi/type/data.h"

struct request; /* p2p/request.h */
struct active;  /* p2p/active.h */

/* What every rank knows of every other rank's memory. */
struct exposed {
    MPI_Aint size;
    int unit;        /* displacement unit */
    MPI_Aint offset; /* MPI_Win_allocate_shared: where it begins in the segment */
    uint32_t window; /* the checker's name of the window to which the memory belongs: this
                        one, or an older one with the same memory */
    uint64_t shift;  /* where it begins there */
    int assertions;  /* what it said at the last MPI_Win_fence */
    uint32_t starts, posts; /* how often MPI_Win_start and MPI_Win_post of this rank have
                               named it */
    struct port_from started; /* the last MPI_Win_start of these */
    unsigned char between;    /* enum between: what this rank has done since the last
                                 MPI_Win_fence; */
    struct port_from locked;  /* the last lock of these */
};

enum between {
    BETWEEN_ACCESS = 1, /* it has accessed that rank in the epoch of the fence, */
    BETWEEN_LOCK = 2,   /* it has locked it; */
    BETWEEN_UPDATE = 4, /* in the epoch of MPI_Win_start it has updated its part */
};

/* A lock that this rank has asked for. */
struct hold {
    bool held; /* it was asked for, and not given back */
    bool exclusive;
    bool requested; /* the checker knows of it: MPI_MODE_NOCHECK was not given */
    uint32_t lock;  /* the checker's request */
    bool waited;    /* the lock is known to be held */
    struct port_from from;
};

/* An access that the rank has started and not completed. */
struct pending {
    struct win *win;
    struct port_rma access; /* owns its bytes and runs */
    bool posted;            /* the checker has it, as this request: */
    uint32_t port;
    int target;         /* rank in the window's group */
    struct data result; /* where what it reads goes to; a reference to the type is held */
    struct active *uses;     /* buffers of the program, until it may touch them again; if
                                there is a request, it has them */
    struct request *request; /* of MPI_Rget and so on, while that is not settled; else
                                NULL */
};

/* An attached piece of memory of a dynamic window. */
struct attached {
    char *base;
    size_t bytes;
    struct port_from from;
};

struct win {
    struct mpi_object object;
    struct comm *comm;
    uint32_t number; /* the checker's name for it */
    int flavor;
    char name[MPI_MAX_OBJECT_NAME];
    struct attrs attrs;
    struct info *info;    /* hints */
    struct exposed *part; /* of each rank of the group */

    /* The values of the predefined attributes. */
    void *base;
    MPI_Aint size;
    int unit, model;

    void *memory; /* what MPI_Win_allocate has allocated, and the copy of a shared segment
                   */
    VEC(struct attached) attached;

    /* MPI_Win_fence: the last one allows accesses, and some were made since. */
    struct {
        bool open, used;
        struct port_from from, first; /* the fence, and the first access after it */
    } fence;
    /* MPI_Win_start and MPI_Win_post; NULL: not called. */
    struct {
        struct group *group;
        struct port_from from;
        uint32_t *gate; /* for each rank of the group: what must be complete before
                           accesses are (start); before the epoch ends (post, once the
                           rank has asked) */
        bool asked;
        int assertions;
    } start, post;
    /* MPI_Win_lock, for each rank; MPI_Win_lock_all holds all of them. */
    struct hold *hold;
    int nheld;
    bool null_held; /* MPI_PROC_NULL is locked */
    bool unchecked; /* some rank was locked with MPI_MODE_NOCHECK, some time */
    bool all;
    struct port_from all_from;

    VEC(struct pending *) pending;
    struct active *uses;     /* buffers of accesses that are not pending: nobody but the
                                target waits for them. Until MPI_Win_complete */
    struct port_from closed; /* the call that ended the last access epoch; call site NULL:
                                there was none */
};

struct win *win_find(MPI_Win);
void win_promises(const struct win *); /* says what of its hints is not followed */
const char *win_invalid(MPI_Win);      /* why win_find() found nothing; for INVALID */
/* Room for a text of TEXT_ROOM bytes, for messages; the eighth later call overwrites it.
 */
enum { TEXT_ROOM = 320 };
char *text_room(void);
/* "the window of MPI_Win_create at file.c:12", or its name; points to text_room(). */
const char *win_text(const struct win *);

static inline int win_size(const struct win *w)
{
    return w->comm->size;
}

/* In a function that has ENTERed: declares w, or leaves with an error. */
#define FIND_WIN(w, handle)                                                              \
    struct win *w = win_find(handle);                                                    \
    if (!w)                                                                              \
    INVALID(NULL, MPI_ERR_WIN, "%s", win_invalid(handle))

/* Leaves with an error of this kind; the window's error handler is called. */
#define EPOCH_ERROR(w, error_class, ...)                                                 \
    LEAVE(lib_error((w)->comm, error_class, FINDING_EPOCH_ERROR, __VA_ARGS__))

/* "MPI_Win_lock at file.c:12"; points to text_room(). */
const char *call_text(struct port_from);

/* ---- epoch.c ---- */

/* May this rank access that one's part (or MPI_PROC_NULL) now? Writes why not, and
 * returns an error code then. `passive`: only in an epoch of a lock. */
int epoch_allows(struct win *, int target, bool passive);
/* The same for what changes the part: has its owner said that nobody does? */
int epoch_allows_update(struct win *, int target);
/* It has begun to do so; one that was in error has not. `update`: it changes the part. */
void epoch_accessed(struct win *, int target, bool update);
/* When the window is freed: has every MPI_Win_start found its MPI_Win_post? Waits for all
 * ranks. */
void epoch_farewell(struct win *);
/* At the end of MPI: has every epoch of every window ended? */
void epoch_end(void);
/* In an epoch of MPI_Win_start: the request that lets accesses to this rank in. */
uint32_t epoch_gate(const struct win *, int target);
/* May an access epoch begin? Returns an error code if another has not ended. */
int epoch_begins(struct win *);
/* Tells the checker in which epoch the rank accesses its own part by itself. */
void epoch_note(struct win *);
/* Is the window in an epoch of any kind? Says which, in text_room(); NULL: none. */
const char *epoch_open(const struct win *);

/* ---- access.c ---- */

/* Which accesses are completed: those to this rank, or to all. */
#define ALL_TARGETS (-1)
/* Completes accesses at the target; `local`: only as far as buffers of this rank are
 * concerned. */
void access_complete(struct win *, int target, bool local);
/* The program may touch the buffers of all accesses again. */
void access_release(struct win *);
/* Lets puts and gets happen by themselves from now on. */
void access_post(struct win *);
void access_discard(struct win *); /* drops what is pending */

/* ---- footprint.c ---- */

/* The bytes of a part that `bytes` bytes of data of this type touch, in the order of the
 * type map; allocated with malloc(). `lo` and `hi` are the hull. */
struct port_run *footprint(const struct datatype *, MPI_Count count, MPI_Aint at,
                           size_t bytes, size_t *n, MPI_Aint *lo, MPI_Aint *hi);
/* The predefined type of which all elements of this one are; NULL: there are several. */
const struct basic *type_uniform(const struct datatype *);

#endif
