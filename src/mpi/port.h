/* SPDX-License-Identifier: Apache-2.0
 *
 * port.h - what the MPI library asks of the checker, and nothing else passes between.
 *
 * The library (libmpich.so.12, everything in this folder) is part of the program under
 * test: it is ordinary C, its memory is each rank's own and is rewound with the rank, and
 * it calls malloc like everybody. The functions below are the agent's (libmazurka.so,
 * src/agent/port/port.c). What they return may point into the agent's memory: it never
 * changes, is never freed, and must not be written.
 *
 * Ranks are world ranks here, everywhere. `site` is the address in the program from which
 * the MPI function was called, `call` which function that is (enum mpi_call). */
#ifndef MZ_MPI_PORT_H
#define MZ_MPI_PORT_H
#include "kernel/op.h"    /* enum send_mode, ANY */
#include "report/kinds.h" /* enum finding_kind */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Does the program run under `mazurka run`, and is this one of its ranks? If not,
 * MPI_Init explains how to run the program and exits. */
bool port_present(void);
/* Does the program run under `mazurka run`, but there are no ranks yet, as in
 * constructors? */
bool port_early(void);
int port_rank(void);
int port_size(void);

/* A pointer for each rank, NULL at first, in which the library keeps its state. */
void *port_state(void);
void port_set_state(void *);
/* These bytes of the state are about the call that a thread is in: each thread of the
 * rank finds its own there, at first zeros. */
void port_own(void *at, size_t bytes);
uint32_t port_thread(void); /* the number of the running thread; 0 is that of main() */
bool port_tries(void);   /* is this a copy that nobody sees, which finds out whether the
                            answer   to a system call matters? */
bool port_threads(void); /* has the rank ever had other threads? */

/* From now on free() must not get this block of malloc(), or may; false: that is so, or
 * it is no such block. */
bool port_lend(void *, bool lent);

/* The program gets this block of malloc(), so that it is to be known from where the rank
 * has asked for it. */
void port_gives(const void *);

/* Sets a function that is called when the rank ends successfully, after everything that
 * the program does at exit. */
void port_at_end(void (*)(void));

struct port_from {
    uint16_t call;
    void *site;
};

/* The place in the program to show for an MPI function that was called from this address:
 * the address itself, or if it is in MPICH's Fortran bindings, the address from which
 * these were called. */
void *port_caller(void *site);
/* Is this place in a library that somebody else has written? */
bool port_is_library(const void *site);
/* Has such a library called the function of the standard that is running, such as that
 * through which Python programs call MPI? */
bool port_from_library(void);

/* A context is the name of a communicator as the kernel knows it. The same key (any
 * bytes) has the same number on every rank and in every execution. `text` is for people:
 * the communicator's name in reports. */
uint32_t port_context(const void *key, size_t bytes, const char *text);

/* Does the search compare states of the rank? Then what the library keeps must not count
 * what happens. */
extern bool port_compares;
/* Is what our functions leave in the rank's memory to be cleared? So it is where states
 * are compared, and where such an execution is repeated: a program that reads memory
 * which it has not written must read the same then. */
extern bool port_tidies;
/* Some rank has more than one thread. Then every call clears the vector registers when it
 * returns: see entry.awk. */
extern bool port_threaded;
void port_clear_vectors(void);
/* Does the rank's memory, stack or registers contain this word, of which the complement
 * is given? To be asked only if states are compared. */
bool port_recalls(uint32_t complement);
/* What is in the buffer of a receive does not matter while its rank waits for it, as far
 * as the message will overwrite it. How many bytes will every message overwrite that a
 * receive gets which was started at this call? 0 if states are not compared. */
size_t port_overwrites(const void *site);
/* May the program write to these bytes? False if that is not known. What is cleared
 * before it is overwritten must be writable: else the rank would fail before it does. */
bool port_writable(const void *, size_t bytes);
/* The rank receives from MPI_PROC_NULL, or sends to it, perhaps because it has computed
 * -1 as the number of a neighbour: if the program does not know MPI_PROC_NULL, that is a
 * warning; and who sends it a message with this tag that it never receives is told so. */
void port_nobody(struct port_from, bool receives, uint32_t context, int tag);
/* A message was shorter than that: the search begins again. */
void port_shorter(const void *site, size_t bytes);

/* ---- requests ---- */

/* A request has the lowest number, from 0, that no other request of the rank has at the
 * time: so what the library keeps does not depend on requests that are over. The number
 * is free again once port_finish() or a poll has told that the request is complete, or
 * port_cancel() or port_retract() that it never will be; or after port_forget(). The
 * messages that port_take() has taken are numbered likewise, until port_receive(). */

/* How a send of so many bytes is to be made: standard sends may wait because they are
 * large. */
enum send_mode port_send_mode(enum send_mode, size_t bytes);
/* Of the n bytes, `data` are the rank's, of which reports tell. */
uint32_t port_isend(struct port_from, uint32_t context, int to, int tag, enum send_mode,
                    const void *bytes, size_t n, size_t data);
uint32_t port_irecv(struct port_from, uint32_t context, int from, int tag); /* or ANY */
/* The tags of receives that stand for what a rank waits for and only its own call, which
 * it has not made, could bring about. Reports name the call. */
enum { PORT_AWAITS_PARTITIONS = -1000, PORT_AWAITS_GENERALIZED };
/* As port_irecv(), but the message is only taken (MPI_Mprobe): a synchronous send of it
 * is not complete before port_receive(). */
uint32_t port_take(struct port_from, uint32_t context, int from, int tag);
/* Receives a message that was taken before, by the number in port_result.message. The
 * request is complete at once. */
uint32_t port_receive(struct port_from, int message);
/* Arrives at a collective of these members; it is complete for this rank when the first
 * `needed` of them have arrived. The k-th arrives of all ranks on a context belong
 * together. */
uint32_t port_arrive(struct port_from, uint32_t context, const uint32_t *members,
                     uint32_t n, uint32_t needed, const void *contribution, size_t bytes);
/* As port_arrive(), needing nobody else; but who waits for it waits also for the atomic
 * accesses that `request` has let in. */
uint32_t port_arrive_after(struct port_from, uint32_t context, const uint32_t *members,
                           uint32_t n, uint32_t request, const void *contribution,
                           size_t bytes);
/* States that these bytes of a message or contribution are data of the program. */
void port_data(const void *, size_t bytes);
/* States that these bytes were computed from several contributions. */
void port_made(const void *, size_t bytes);

struct port_result {
    int index;         /* index among the given requests; -1: none (poll) */
    bool received;     /* it is a receive, and from and tag are valid */
    int from, tag;     /* sender and tag of the message */
    const void *bytes; /* a receive: the message; an arrive: use port_gathered() */
    size_t n;
    int message;  /* port_take(): the message's number, for port_receive() */
    int64_t read; /* windows: for port_effect_of() */
};

struct port_result port_finish(struct port_from, const uint32_t *requests, uint32_t n);
struct port_result port_poll(struct port_from, const uint32_t *requests, uint32_t n);
/* For sends from an attached buffer: has one of these messages left it? Like
 * port_poll(), but it cannot fail if the rank knows, from what others have sent to it
 * since, that one of the messages is being received. */
struct port_result port_poll_space(struct port_from, const uint32_t *isends, uint32_t n);
/* The library will not ask for this request again; what it started goes on. */
void port_forget(uint32_t request);
/* Cancels an irecv or an isend; true: it will never be matched. */
bool port_cancel(struct port_from, uint32_t request);
bool port_retract(struct port_from, uint32_t request);

/* The contribution of the i-th of the `needed` members to the collective that this
 * result completes. */
const void *port_gathered(const struct port_result *, uint32_t i, size_t *bytes);

/* index is 0, or -1 if there is no such message (port_iprobe() and port_trytake(),
 * which takes a message as port_take() does). The bytes of a probe are the message,
 * which stays available. */
struct port_result port_probe(struct port_from, uint32_t context, int from, int tag);
struct port_result port_iprobe(struct port_from, uint32_t context, int from, int tag);
struct port_result port_trytake(struct port_from, uint32_t context, int from, int tag);

/* ---- memory that an operation uses ----
 *
 * While an operation is active, the program must leave its buffer alone. The library says
 * which bytes these are, from the start of the operation until the program learns that it
 * is complete; what the program does to them in between is a finding (local-race), and so
 * is freeing them, or returning from the function in which they live. What the library
 * itself does to memory, between port_enter() and port_leave(), is not judged: it says
 * with port_access() what a call is documented to do. */

struct port_bytes { /* low <= address < high */
    uintptr_t low, high;
};

enum port_use {
    PORT_READS,  /* the operation reads: the program must not write */
    PORT_WRITES, /* the operation writes: the program must neither read nor write */
};

/* Watched memory. The struct and the array belong to the caller, in the rank's memory,
 * and must stay where they are until port_unwatch(). */
struct port_watch {
    struct port_bytes *part; /* sorted, without overlaps */
    uint32_t n;              /* 0: nothing is watched */
    enum port_use use;
    struct port_from from; /* the call that started the operation */
    const char *what;      /* what the bytes are: "the buffer" */
    const void *frame;     /* as in port_covers(), of the call; NULL: not known */
    bool window;           /* for the agent's own use: the bytes belong to a window. An
                              access is no finding but noted: touch.h */

    /* The checker's. */
    struct port_watch *next, **at;
    bool raced;        /* a race was reported, and the bytes are not watched any more */
    const void *local; /* the bytes are in a variable on the stack: where the function
                          that has it in its frame went on; NULL: they are not */
    bool plain;      /* the pages are not protected: only `digest` is compared; this is no
                        part of the rank's state */
    uint64_t digest; /* of the bytes, unless they belong to a window */
};

void port_watch(struct port_watch *);
/* Ends it. `done` is the call by which the program learns that the operation is complete;
 * site NULL: it never does. */
void port_unwatch(struct port_watch *, struct port_from done);
/* Contents are compared as well: port_check() must be called before the library changes
 * watched bytes, and port_refresh() after it has. */
void port_check(struct port_watch *, struct port_from done);
void port_refresh(struct port_watch *);

/* Are data races of threads looked for? Then port_access() is to be called at the end of
 * an operation, too. */
bool port_races(void);
/* The running call reads or writes these bytes, or starts an operation that does: reports
 * a race if an active operation forbids it. */
void port_access(struct port_from, const struct port_bytes *, uint32_t n, enum port_use);

/* The library begins and ends to execute a function of the standard for the program;
 * `sp` is the program's stack pointer, below which is the address to return to, or NULL.
 * port_enter() is needed only while something is watched. */
bool port_watching(void);
void port_enter(struct port_from, const void *sp);
void port_leave(const void *sp);
/* What to call for a function of the program, with its arguments: its accesses are the
 * program's. It must be called before any other port function. When it has returned,
 * port_enter() is to be called, with sp NULL. */
typedef void port_function(void);
port_function *port_program(port_function *);

/* ---- the program's memory ---- */

enum port_memory {
    MEMORY_UNKNOWN,
    MEMORY_HEAP,
    MEMORY_FREED,  /* a block of the heap that was freed */
    MEMORY_MAPPED, /* a mapping (mmap) */
    MEMORY_STATIC, /* a static variable */
    MEMORY_STACK,  /* a variable on the stack */
    MEMORY_FRAME,  /* a function's stack frame, in which no variable is known there */
    MEMORY_LEFT,   /* the stack frame of a function that has returned */
};

enum port_element {
    PORT_UNKNOWN, /* or a structure, a pointer, a character */
    PORT_INTEGER,
    PORT_FLOATING,
    PORT_COMPLEX,
};

struct port_object {
    enum port_memory kind;
    uintptr_t low, high;       /* not valid if MEMORY_UNKNOWN or MEMORY_LEFT */
    const char *name;          /* the name of the variable; NULL: none */
    enum port_element element; /* what it is an array of, if that is known */
    unsigned element_bytes;
    uint64_t structure; /* for port_members(), if the range begins where a structure does,
                           which has `element_bytes`; 0: none */
};

struct port_member { /* of a structure; arrays of numbers are one member */
    const char *name;
    size_t at, bytes;
    enum port_element element; /* PORT_UNKNOWN: anything else than numbers */
    unsigned element_bytes;
};

/* Stores the members of a structure; returns their number. */
uint32_t port_members(struct port_from, uint64_t structure, struct port_member *,
                      uint32_t room);

/* Does this range lie in one block of the heap, mapping or variable of the program? True
 * also if it cannot be said. Stores the object of the first byte. `frame` is the frame
 * address of the function of the standard that the program has called. */
bool port_covers(struct port_from, const void *frame, uintptr_t low, uintptr_t high,
                 struct port_object *);
/* The same for the place of a single result. If it lies there, only the kind is stored.
 */
bool port_holds(struct port_from, const void *frame, uintptr_t low, uintptr_t high,
                struct port_object *);

/* ---- windows (one-sided communication) ---- */

/* A window as the kernel knows it: as with port_context(), the same key has the same
 * number on every rank. What of it belongs to one rank is a part. Public memory is the
 * checker's; each rank has its own copy of its part, and of all parts of shared memory.
 */
uint32_t port_window(const void *key, size_t bytes, const char *text);
/* Is it enough that a store comes before a message (--rma unified), or must a call that
 * synchronises the window stand between them? */
bool port_window_unified(void);
/* Does the search know windows? If not, no rank has accessed one so far: with the first
 * access it begins again. */
bool port_windows_live(void);
/* This rank's copy of the owner's part is here, and begins at `offset` of it. What is
 * there counts as just stored. `attach`: others may access these bytes only from now on.
 */
void port_window_memory(struct port_from, uint32_t window, int owner, void *base,
                        size_t bytes, uint64_t offset, bool attach);
/* Does this memory lie in a copy of the rank's own part of another window? If so, both
 * are the same memory: says which window that is, and where in its part; it must not be
 * told of again. Memory that lies in another window partly cannot be checked. */
bool port_window_same(struct port_from, const void *base, size_t bytes, uint32_t *window,
                      uint64_t *offset);
/* Numbers of windows may differ between two runs, and must not be told to other ranks;
 * these names do not. */
uint64_t port_window_name(uint32_t window);
uint32_t port_window_of(uint64_t name);
/* The call that has made the window returns. */
void port_window_made(uint32_t window);
/* That other window is freed. */
void port_window_parted(struct port_from, const void *base);
/* Ends that, for the memory at `base`; NULL: for all of the window. */
void port_window_forget(struct port_from, uint32_t window, const void *base);
/* What the rank does about its own part. What it has stored is known to others, and the
 * other way round, whenever that can matter; in the separate model a program must not
 * rely on it unless the rank has called something that says so: */
enum port_mark {
    PORT_PUBLISHED = 1, /* its stores are in the public copy */
    PORT_SEEN,          /* what others have written is in its memory */
    PORT_EXPOSED,       /* MPI_Win_post; nobody must lock the part */
    PORT_CLOSED,        /* the end of that */
};
void port_window_mark(struct port_from, uint32_t window, enum port_mark);
/* Has the rank stored something else into its part since the last mark? What it stores
 * before its first call after the window was made does not count. */
bool port_window_dirty(struct port_from, uint32_t window);
/* For reports: the call that has begun the epoch in which the rank loads from and stores
 * to its own part; site NULL: none. */
void port_window_epoch(uint32_t window, struct port_from);
/* Publishes what the rank has stored before it calls for an access, if the memory is
 * unified. */
void port_window_stored(struct port_from);
/* MPI_Win_sync, if the memory is unified: the rank may be polling. */
void port_window_sync(struct port_from, uint32_t window);

/* Asks for a lock; port_lock_wait() follows. */
uint32_t port_wlock(struct port_from, uint32_t window, int target, bool exclusive);
/* Waits until the lock is held; `must`: also without --buffering zero. True: it has. */
bool port_lock_wait(struct port_from, uint32_t lock, bool must);
/* Gives it back, when it was held and the accesses under it have happened. */
void port_wunlock(struct port_from, uint32_t window, int target, uint32_t lock);
/* Starts to do so: a request. When that is complete, port_unlocked() ends the lock;
 * `waited`: port_lock_wait() has waited for it. */
uint32_t port_unlocking(struct port_from, uint32_t window, int target, uint32_t lock);
void port_unlocked(struct port_from, uint32_t unlocking, uint32_t lock, bool waited);

struct port_run { /* bytes of a part */
    uint64_t at, bytes;
};

enum port_rma_kind {
    PORT_PUT,
    PORT_GET,
    PORT_ACCUMULATE, /* these are atomic */
    PORT_FETCH,      /* as PORT_ACCUMULATE, and returns what was there */
    PORT_SWAP,       /* compare-and-swap */
    PORT_STORE,      /* for the agent's own use: by the rank itself; */
    PORT_ATTACH,     /* memory is attached */
    PORT_DETACH,
    PORT_GONE,   /* it does not exist any more, although it was not detached */
    PORT_LOADED, /* what the rank itself has done: see touch.h */
    PORT_STORED,
    PORT_SYNC, /* port_window_sync() */
};

/* The operation of an atomic access: one of these, or as port_arithmetic() numbers them.
 */
enum { PORT_REPLACE = 0, PORT_NO_OP = 1, PORT_OPERATIONS = 2 };
#define PORT_NO_LOCK UINT32_MAX

struct port_rma {
    enum port_rma_kind kind;
    struct port_from from, epoch; /* the call, and the one that began the epoch */
    uint32_t window;
    int target;
    uint32_t lock;         /* the request that lets it in: of a lock, or of an arrive that
                              the target's MPI_Win_post completes; or PORT_NO_LOCK */
    bool later;            /* a put or get that happens by itself, by port_atomic() */
    uint32_t issued;       /* puts and gets: port_moment() of the call */
    uint16_t op, basic;    /* atomic: the operation and the type of all elements */
    uint32_t element;      /* atomic: the size of an element, in bytes */
    bool commutes, rounds; /* the order of several does not matter; but for rounding */
    bool loose;            /* atomic: it keeps no order with its like of this rank */
    bool exclusive;        /* its lock is, so it has an order anyway */
    bool dynamic;          /* the memory must have been attached */
    bool own;         /* the library's own use of memory that the program never sees */
    bool told, first; /* for the agent's own use: see struct rma_access */
    uint64_t lo, hi;  /* the hull of what it touches */
    const struct port_run *runs; /* what it touches, in the order of the packed data */
    size_t nruns;
    size_t touched;    /* the number of bytes that it touches */
    const void *bytes; /* the operand, packed; PORT_SWAP: what is compared with, and then
                          the new value */
    size_t n;
};

/* A name for the present moment, for one access that port_direct() carries out later. In
 * a loop that comes back to a state, it is the same name again. */
uint32_t port_moment(void);

struct port_read {
    bool outside; /* the memory was not attached, and nothing happened */
    const void *bytes;
    size_t n;
};
/* Carries out a put or a get, once its lock is held. */
struct port_read port_direct(struct port_from, const struct port_rma *);
/* Starts an atomic access, or a put or get that happens by itself: a request. */
uint32_t port_atomic(struct port_from, const struct port_rma *);
/* Waits until it has taken effect; or: what it has read, if port_finish() or port_poll()
 * have said so. */
struct port_read port_effect(struct port_from, uint32_t request);
struct port_read port_effect_of(const struct port_result *);

/* ---- files ----
 *
 * The library reads and writes files by system calls, on descriptors of the rank. What
 * one rank writes another sees only by MPI's rules: after the first has called
 * MPI_File_sync, and then the second, and something orders the two calls; opening and
 * closing a file does the same. In atomic mode order is enough. Accesses that conflict
 * and are not ordered so are a finding (file-race). */

/* The descriptor is that of an MPI_File from now on, which is not in atomic mode. The
 * name, not 0, is the same on all ranks that have opened it together. */
void port_file_open(int fd, uint32_t name);
void port_file_atomic(int fd, bool atomic);
/* The rank makes what it wrote known, and sees what others have made known. */
void port_file_sync(int fd);

/* All that this rank knows of files, as a number, which it may tell another rank that
 * comes after it; 0: nothing. That rank knows it then, too. */
uint64_t port_file_known(void);
void port_file_learn(uint64_t known);

/* Sets the function that combines elements of atomic accesses: inout = in op inout, for n
 * packed elements of a type. It is called by the agent and must not use memory of a rank.
 */
void port_arithmetic(void (*)(unsigned op, unsigned basic, const void *in, void *inout,
                              size_t n));

/* ---- findings ---- */

/* The kinds of findings are those of report/kinds.h. MPI_Abort, and an error with
 * MPI_ERRORS_ARE_FATAL, is FINDING_EXIT_CODE. */

/* Ends the rank with this finding. */
_Noreturn void port_fail(struct port_from, enum finding_kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Ends the rank, and the run: the program cannot be checked, for this reason. */
_Noreturn void port_refuse(struct port_from, enum reason, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Adds a finding as a remark; the rank goes on. Used for errors that the program
 * handles itself, and for leaks. Only a few are kept for each rank. */
void port_note(struct port_from, enum finding_kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Adds this to what the verdict rests on: a few words that are printed after "holds
 * for". */
void port_rests_on(const char *what);
/* The same for something that was not checked, which is printed first and never left
 * out. */
void port_leaves_out(const char *what);
/* Another thread than the first one makes a call; `one`: only one thread may at a time.
 */
void port_thread_calls(bool one);

/* A text that stands for the source line of a call site ("file.c:12"), for use with
 * "%s" in a format; the supervisor replaces it. Points into a ring of 8 buffers; the
 * eighth later call overwrites it. */
const char *port_place(const void *site);

double port_time(void); /* virtual time in seconds, for MPI_Wtime */

#endif
