/* SPDX-License-Identifier: Apache-2.0
 *
 * agent.h - the checker inside the process that it checks.
 *
 * Code of three kinds runs on one thread: the program's setup (constructors, and
 * main until it starts the actors), the ranks, and the agent itself: kernel,
 * explorer and executor. `current` says which. The agent runs on a stack of its
 * own and allocates outside of every image, so restoring a rank never changes it.
 *
 * The one mutable global of the project is here, because functions that the
 * program calls (malloc, mz_send, a signal handler) are given nothing else from
 * which to find their way. */
#ifndef MZ_AGENT_CORE_AGENT_H
#define MZ_AGENT_CORE_AGENT_H
#include "base/export.h"
#include "base/set128.h"
#include "base/vec.h"
#include "agent/equal/shared.h"
#include "agent/rank/heap.h"
#include "agent/core/layout.h"
#include "agent/x86/rawcall.h"
#include "check/attempts.h"
#include "real/link.h"
#include "agent/equal/journal.h"
#include "explore/share/cluster.h"
#include "explore/search/explorer.h"
#include "kernel/program.h"

enum { AT_AGENT = -1, AT_SETUP = -2 };

struct image;

struct fault {
    enum finding_kind kind;
    enum reason reason;
    uint64_t registers[FINDING_REGISTERS];
    uint64_t site;     /* the address of the call that it is about; 0: the stack tells */
    uint64_t variable; /* the address of memory that was changed and must not be; 0:
                          none */
    char text[FAULT_TEXT];
};

/* A receive that the rank has posted: the buffer for its message. */
struct rank_post {
    void *buffer;
    uint32_t capacity;
    uint32_t size : 31; /* size of the received message */
    uint32_t done : 1;
};
_Static_assert(sizeof(struct rank_post) == 16, "there may be many");

struct area {
    uintptr_t low, high;
    uint32_t protection, kind; /* PROT_*, enum area_kind */
};

struct area_list {
    struct area *at;
    uint32_t n, cap;
};

#define RANK_CALLED 64
/* Small numbers for things that the kernel counts up: see numbers.h. */
struct numbers {
    int64_t *name;    /* what the kernel calls them; in the rank's heap */
    uint32_t n, room; /* the numbers in use are below n */
    uint32_t lowest;  /* the lowest free number */
};

#define RANK_FILES 1024 /* the largest number of descriptors of a rank */

struct opened; /* files.c: an open file; duplicated descriptors share it */

struct rank_file {
    struct opened *file; /* NULL: the descriptor is closed */
    bool close_on_exec;
};

/* One thread of execution in a rank's memory: its registers, and the operation that it
 * wants to perform. */
struct strand {
    void *sp;               /* the stack pointer where it stopped */
    char x87[108];          /* its x87 registers, as fnsave writes them; valid if
                               x87_kept */
    bool x87_kept;          /* the x87 registers were not empty when it stopped */
    uint64_t gs;            /* base address of its %gs segment */
    uint64_t fs;            /* threads: base address of its %fs segment; 0: as the process
                               has it */
    void *floor;            /* threads: libc keeps what it knows of the thread above here;
                               NULL: nothing */
    struct op op;           /* the operation that it wants to perform */
    struct outcome outcome; /* the outcome of the last operation */
    uint32_t nops;          /* number of operations performed so far */
    bool returned;          /* main() has returned */
    bool over;              /* the rank has done everything that the program can
                               observe */
    bool parts;             /* and whether it ends well is for the last collective of MPI
                               to say */
    bool ended;             /* its function returned, or it called exit(0) */
    bool left;              /* threads: the thread has ended, and not the process */
    bool exits;             /* threads: it has ended the process */
    char own[64];           /* threads: bytes of the MPI library, see thread_own() */
    struct fault fault;
};

/* A rank with threads of which none is ready: see turns.c. */
struct idle {
    uint32_t turns; /* that threads have had since something happened */
    uint64_t state; /* a digest */
};

/* Threads: a lock that it holds. */
#define RANK_HELD 16
struct held {
    uint32_t object, type;
    uint64_t site;
    const void *robust; /* the mutex, if whoever comes next is to be told of its end */
};

/* Threads: the registers with which it begins, and a word that becomes 0 when it ends. */
struct beginning {
    uint64_t registers[FINDING_REGISTERS]; /* in DWARF's order */
    uint64_t clear;                        /* 0: none */
};

/* The executor's data about a rank. They lie at the start of the rank's slab and so are
 * part of its image: the strand that runs, or asks for an operation, and what belongs to
 * the memory that all its threads share. */
struct rank_head {
    struct strand strand;
    struct beginning beginning;
    uint32_t created;  /* threads: how many it has created */
    int32_t handlers;  /* threads, of the first: of pthread_cleanup_push() */
    uint32_t spurious; /* threads: how often it was woken without a reason */
    bool detached;     /* threads: nobody may join it */
    uint32_t nheld;    /* threads: the locks that it holds; see threads/held.c */
    struct held held[RANK_HELD];
    void *named;             /* threads, of the first: semaphores with names */
    struct threads *threads; /* see thread.h; NULL: there is one only */
    struct idle idle;
    void *own; /* bytes of the MPI library that each thread has for itself */
    uint32_t own_bytes;
    struct heap heap;
    uint64_t history; /* digest of all outcomes so far */
    struct rank_post *posts;
    uint32_t nposts, cap_posts;
    uint64_t clock;  /* virtual time, in nanoseconds */
    uint64_t looked; /* virtual time when the rank last asked for it */
    uint64_t asleep; /* the part of the virtual time that it spent sleeping or waiting */
    uint32_t vain;   /* polls that failed since it last received something */
    uint32_t gazes;  /* how often it has asked for the time since its last operation */
    bool polls;      /* the rank has performed a poll */
    uint32_t umask;
    bool core_limited;      /* the rank has set the limit of core files, */
    uint64_t core_limit[2]; /* to this (struct rlimit) */
    bool looks_up;          /* libc looks up the address of a machine for it */
    char comm[16];          /* its process name, if the program has changed it */
    uint64_t random;
    uint64_t output_bytes; /* what it wrote to stdout and stderr, and how much of it is
                              kept: see rank_output() */
    uint64_t output_kept;
    struct rank_file *files; /* its descriptors; NULL: as setup left them */
    uint32_t nfiles;
    struct fs_view *view; /* its view of the file system (fs.h); NULL: it has changed
                          nothing */
    uint32_t accesses;    /* its newest access to a file: see ledger.h */
    uint32_t known;       /* the clock of the accesses of others that it knows of */
    uint32_t
        told; /* both together as one clock, once another rank was told; 0: not yet */
    struct area_list areas;    /* pages of its slab with a special protection: see
                                  areas.h */
    struct mappings *mappings; /* mappings made by mmap; NULL: none yet */
    struct signals *signals;   /* its signal handlers and mask; NULL: as setup left
                                  them */
    uint64_t closed[PLAN_LIBRARIES / 64]; /* the libraries of the plan that it has closed,
                                             as bits */
    struct numbers requests;    /* matching semantics: the requests that the MPI library
                                   may still ask for */
    uint32_t nrequests;         /* matching semantics: number of requests made so far */
    struct numbers taken;       /* matching semantics: the messages that it has taken and
                                   not received */
    uint32_t nsends;            /* matching semantics: number of sends among these */
    struct port_watch *watches; /* memory that active operations use: see watch.h */
    uint32_t nwatches;
    uint32_t remarks; /* its newest remark, a finding that does not end it: see remark.h;
                         0: none */
    /* When the program called for accesses to windows that are not carried out yet: the
     * number of operations, by place; a bit for each place that is taken. */
    struct {
        uint32_t nops, calls; /* calls: see touch_calls() */
    } called[RANK_CALLED];
    uint64_t called_taken;
    const void *synced; /* where it has called MPI_Win_sync last, */
    uint32_t synced_at; /* and the number of operations then */
    struct win_copy
        *copies;           /* its copies of parts of windows: see window.c; NULL: none */
    struct shelf *shelf;   /* where small ones of them are allocated */
    const uint32_t *parts; /* the parts of which it has copies, as a set; NULL: it has to
                              be made */
    uint32_t nparts;
    void *library;        /* the MPI library's data for this rank */
    void (*at_end)(void); /* what the MPI library does when the rank ends; NULL:
                             nothing */
    bool ends_busily;     /* the program has registered something that exit() calls */
};

/* A rank's memory: which image its slab holds, and which part of it can be accessed. */
struct space {
    struct image *image;       /* the rank's present state; NULL: it has run since the
                                  last image */
    struct image *parent;      /* the image before it last ran */
    struct image *there;       /* threads: the image that its memory is; see space.h */
    struct outcome via;        /* the outcome with which it last ran */
    uint64_t nanoseconds;      /* the time that this run took, if it was measured */
    bool loaded;               /* its slab holds `image` (or a newer state, if that is
                                  NULL) */
    struct tracker *tracker;   /* which pages of a large heap were written: see track.h */
    size_t extent;             /* size of the part of its heap that can be accessed: see
                                  areas.h */
    struct area_list in_force; /* the areas whose protection the kernel enforces at
                                  present */
    struct watch_force *watch; /* the pages that are protected since operations use them;
                                  NULL: none yet */
    struct mirror mirror;      /* what its heap had when it was last looked at, if states
                                  are compared: see shared.h */
    struct mirror stack;       /* the same of its stack, the uppermost page first */
    size_t looked;             /* the first so many bytes of it have not changed since */
    bool isolated;             /* its slab cannot be accessed at all at present */
    struct segment *accessed; /* threads, in a single execution: what it has accessed; see
                                 threads/datarace.h */
    uint32_t loads;           /* how often its slab was filled from an image */
    uint32_t patience;        /* how often equal memory is looked for in vain before that
                                 is given up: see twins.h */
};

struct rank {
    struct rank_head *head;
    struct space space;
    char *top; /* the upper end of the stack in its slab, on which main() runs */
    void (*entry)(void *);
    void *argument; /* the argument of entry, which the strand calls first */
    char name[48];
};

/* What the executor knows about an actor for a report, in addition to the kernel's
 * state. */
struct evidence {
    const struct fault *fault; /* NULL: nothing has gone wrong */
    uint64_t registers[FINDING_REGISTERS];
    const void *stack; /* the stack, either a copy or in place; NULL: it has none */
    uint64_t stack_address;
    size_t stack_bytes;
};

/* A front is the API that a program uses (mazurka.h, mazurka_actor.h, MPI); these are
 * the parts of a program's description that only the front knows. */
struct front {
    const char *name; /* the name of the API */

    /* For programs that are not made of ranks; NULL otherwise. */
    struct program *(*start)(void);
    void (*evidence)(uint32_t actor, struct evidence *);
    void (*output)(uint32_t actor, struct finding_evidence *);

    void (*prepare)(void); /* called before the ranks start; sets the numbers of mailboxes
                              and mutexes */
    void (*describe)(uint32_t actor, const struct op *, struct str *);
    /* as in struct program_words */
    enum purpose (*purpose)(uint32_t actor, const struct op *, const char **name);
    const char *(*context)(const struct op *); /* NULL: there are none */
    uint64_t (*digest)(const struct op *);
    int64_t (*gather)(struct program *, uint32_t actor, const struct op *,
                      const int64_t *values); /* NULL: there are no collectives */
    /* Has the actor ever been seen to perform such an operation? */
    bool (*uses)(uint32_t actor, enum op_kind, uint32_t object);
    const char *(*object_name)(uint32_t); /* NULL: there are no objects */
    /* as in struct program_objects */
    const struct sync_node *(*node)(uint32_t object, uint32_t node);
    uint32_t (*nodes)(uint32_t object);
};

/* Whether a remark was reported, and in which execution. */
struct told {
    bool is;
    ways_vec path; /* see search_path() */
};

/* With plan_asked.garbage, what fills memory that the program has not written. */
#define AGENT_GARBAGE (agent.link->plan.asked.garbage == 1 ? 0xC5 : 0)

struct agent {
    struct program program; /* the first member, so that a struct program * can be cast to
                               the agent */
    volatile int current;
    void *sp;            /* the agent's stack pointer, while a rank runs */
    struct link *link;   /* NULL: the program does not run under mazurka run */
    struct link *shared; /* the link of the first process: what `link` points to, too,
                            except in a worker process */
    /* What the plan knew when this process began: others may find out more, and then all
     * of them begin again, but not all at once. */
    struct plan_learned known;
    struct plan_learned learns; /* what is to be added to that for the next attempt */
    struct heap heap;
    struct heap *setup; /* lies in the memory that it manages; NULL: not used yet */
    struct rank *rank;
    uint32_t nranks, room;
    const struct slab *slab; /* where the memory of ranks is; NULL: they have none yet */
    long pipe_of; /* the process that has the pipe of user_read(); 0: it is not needed */
    int pipe[2];
    int resident; /* the rank whose copy of the learned pages is in place */
    bool looked;  /* these have not changed since pages_look() */
    bool once;    /* only one execution is run, so no images are made */
    bool
        shares; /* ranks are threads, and those of a process share a space: see space.h */
    uint8_t *overlaps; /* for each process: enum overlap, of tell/overlap.h */
    bool hybrid; /* the same, in a program of MPI: the first `nprocesses` of them run
                    main(), as the ranks of MPI */
    uint32_t nprocesses; /* the number of ranks of MPI */
    uint32_t *process; /* if it shares: the process that each is a thread of, named by the
                          one that runs its main(); one that is not born is its own */
    uint32_t newborn;  /* the rank of the thread that is being created; 0: none */
    struct space_copies *spaces;
    struct threads_objects *objects_of_threads; /* threads/ask.c */
    struct plain *plain;    /* threads/plain.c; NULL: accesses are not watched */
    struct races *races;    /* threads/datarace.c; NULL: the program does not say what it
                               accesses */
    void (*question)(void); /* what rank_inspect() asks; NULL: nothing */
    bool compares;          /* the explorer compares states of ranks: see canon.h */
    bool tidies;            /* as port_tidies in mpi/port.h */
    size_t populated;       /* bytes of `heap` that have pages, if states are compared */
    const struct front *front;
    const struct front *of_threads; /* that of programs with threads */
    bool followed;                  /* an execution was followed to its end */
    bool claimed;                   /* the program has called the API */
    bool recounts; /* outcomes are only judged, and nothing is reported: decisive.h */
    uint64_t calm; /* number of executions with nothing to report */
    struct set128
        file_uses;         /* sets of file accesses that were found to be free of races */
    VEC(struct told) told; /* for each remark that is the newest of some rank */
    struct search search;
    bool ends_busily; /* something that is not known to do nothing runs after main() */
    struct cluster cluster; /* of size 0: this machine is alone */
    bool timed;             /* as in the link when the program began */
    bool wary; /* addresses of a rank's memory may have reached other ranks */
    bool started;
    int (*main)(int, char **, char **);
    int argc;
    char **argv, **envp;
    uint32_t mxcsr; /* control words of the floating-point units, as setup left them */
    uint16_t x87;
    bool has_gs;         /* the processor lets programs set %gs themselves */
    uint64_t gs;         /* the present base address of %gs */
    uint64_t setup_gs;   /* the base address of %gs when the ranks started */
    uint64_t fs;         /* the base address of %fs of the process's only real thread */
    const void *main_sp; /* the stack pointer of main() when the ranks started */
    uint64_t setup_clock, setup_asleep, setup_random;
    uint32_t umask;              /* file mode creation mask of setup */
    int64_t setup_input;         /* bytes of standard input that setup has read */
    char *stack_top, *spare_top; /* the agent's stack; a second one, used while a rank is
                                    being left */
    uint64_t image_bytes;
    uint64_t mirror_bytes; /* of copies of memory: see shared.h */
    uint64_t live_before;  /* bytes of `heap` in use when the search began */
    VEC(uint64_t) sites;   /* addresses of call sites; op.where is an index into these */
    VEC(uint32_t)
    hops; /* how far each is from the target: see target.c. One site may have
             several entries, for other callers */
    /* Data of the agent's modules; each module allocates its own. */
    struct images *images;
    struct all_twins *twins; /* twins.c; NULL: none so far */
    struct pages *pages;
    struct files *files;
    struct nodes *nodes;
    struct signals *signals; /* handlers and mask of setup */
    struct payloads *payloads;
    struct journal *journal;            /* see journal.h; NULL: there are no copies */
    uint64_t journal_read;              /* how much of it this process has acted on */
    size_t journal_files;               /* how many files were known when it was begun */
    size_t journal_seen[JOURNAL_KINDS]; /* how many entries of each kind it has read */
    bool journal_differs; /* they contradict the numbers that this process has given */
    /* If process 0 of a cluster gives the numbers, on another machine: asks for one. */
    void (*journal_ask)(void *context, const char *, size_t);
    void *journal_asks; /* its context */
    struct tracking *tracking;
    struct store *store;
    VEC(char) wording; /* canon.c: what the name of a state is a hash of */
    struct canon_checks *checks;
    struct native *native;
    struct sets *sets;
    struct port *port;
    struct loans *loans;
    struct spill *spill;
    struct versions *versions;
    /* combines elements of atomic accesses to windows: see port_arithmetic() */
    void (*arithmetic)(unsigned op, unsigned basic, const void *in, void *inout,
                       size_t n);
    struct watching *watching;
    bool exposes;              /* a rank has called MPI_Win_post */
    struct touching *touching; /* touch.c; NULL: nothing was noted so far */
    struct objects *objects;
    struct origin *origins; /* origins.h; NULL: none */
    struct patience *patience;
    struct trial *trial; /* set in the copy of a process that makes a trial; see
                            trial.h */
    /* System calls of ranks for which trials were made: another answer changes nothing,
     * or it changes something. */
    uint64_t freed; /* number of blocks that ranks have freed */
    struct set128 indifferent, particular;
    uint32_t ntrials;
    VEC(uint64_t) hidden;              /* thread_hide() */
    VEC(struct port_watch *) compared; /* rank_digest() */
};

extern struct agent agent;

/* The front that knows this operation: threads of MPI programs have some of two. */
static inline const struct front *front_of(const struct op *op)
{
    return agent.hybrid && op_family(op->kind) == FAMILY_SYNC ? agent.of_threads
                                                              : agent.front;
}

static inline struct rank_head *rank_head(void)
{
    return agent.rank[agent.current].head;
}

/* The process that the rank is a thread of; itself if ranks are processes. */
static inline uint32_t rank_process(uint32_t rank)
{
    return agent.process ? agent.process[rank] : rank;
}

/* What belongs to all threads of the running rank's process. */
static inline struct rank_head *process_head(void)
{
    return agent.rank[rank_process((uint32_t)agent.current)].head;
}

/* What the rank has printed lies outside of its heap: what a rank allocates next does not
 * depend on it. */
static inline char *rank_output(const struct rank_head *h)
{
    return (char *)h + agent.slab->heap + SLAB_GAP;
}

static inline char *layout_slab(uint32_t rank)
{
    return (char *)(LAYOUT_RANKS + rank * agent.slab->size);
}

static inline char *layout_stack_top(uint32_t rank)
{
    return layout_slab(rank) + agent.slab->size - SLAB_GAP;
}

/* The rank whose slab contains the address; -1 if none does. */
static inline int layout_rank_of(const void *p)
{
    uintptr_t a = (uintptr_t)p - LAYOUT_RANKS;
    return a < LAYOUT_ASIDE - LAYOUT_RANKS && agent.slab &&
                   a / agent.slab->size < LAYOUT_MAX_RANKS
               ? (int)(a / agent.slab->size)
               : -1;
}

/* Overwrites the memory below the caller's frame, so that it does not depend on what
 * was called before. Our own functions leave traces there that depend on earlier
 * executions; a later frame has gaps in which they would show, and the stacks of ranks
 * that poll are compared. So every function that uses tables of ours calls this before
 * the rank stops. */
__attribute__((noinline)) void rank_wipe(void);
/* The same for functions that use more of the stack and are not called often. */
__attribute__((noinline)) void rank_wipe_deep(void);

/* Called in a rank: performs the operation and returns its outcome. `site` is the
 * address of the call in the program. */
struct outcome rank_do(struct op op, void *site);
/* As rank_do(), and clears *op, so that the rank's stack does not show how the kernel
 * calls its requests. */
struct outcome rank_take(struct op *op, void *site);
/* As rank_take(), also if the rank has other threads that can go on: see thread.h. */
struct outcome rank_ask(struct op *op, void *site);

/* Sets the API that the program uses, which is the first one that it calls. Using a
 * second one ends the rank with a finding. */
void agent_use(const struct front *);

/* Called in a rank: ends it successfully. */
_Noreturn void rank_end(void);
_Noreturn void rank_fail_at(enum finding_kind, const void *site, const char *text);
_Noreturn void rank_fail(enum finding_kind, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The same, since the program cannot be checked, for this reason. */
_Noreturn void rank_refuse_at(enum reason, const void *site, const char *text);
_Noreturn void rank_refuse(enum reason, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Called in setup: takes over, explores, and ends the process. */
_Noreturn void agent_run(void);

/* The real clock. */
uint64_t agent_nanoseconds(void);

/* What main() prints and returns if the program does not run under the checker. */
int agent_absent(void);

/* Reports why the program cannot be checked at all, and ends the process. */
_Noreturn void agent_refuse(enum reason, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Reports an internal error and ends the process. */
_Noreturn void agent_die(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Ends the process, so that another attempt is made: with what is in agent.learns, which
 * the plan did not know, too. */
_Noreturn void agent_again(enum attempt_reason);

/* ---- coroutine.c ---- */
void coro_switch(void **save, void *to);
void *coro_make(char *top, void (*entry)(void));

/* ---- constructors.c ---- */
/* A constructor has called MPI. */
_Noreturn void constructors_needed(void);
/* What libc is to call before main, where the program asks for `init`. */
void (*constructors_before_main(void (*init)(void)))(void);
/* Called by each rank before main: runs those that were left to it. */
void constructors_run(void);

/* ---- ending.c ---- */
void ending_init(void);
void ending_find(void); /* called when everything is loaded */
_Noreturn void ending_of_main(int code);

/* ---- rank.c ---- */
uint32_t rank_new(const char *name, void (*entry)(void *), void *argument);
void rank_prepare(uint32_t);     /* maps its memory */
void rank_begin(uint32_t);       /* starts with zeroed memory; the next slice calls its
                                    entry */
uint32_t rank_site(uint64_t pc); /* a number for the call site, as op.where has it */
void rank_start_all(void);
void rank_run(uint32_t, struct outcome);   /* runs it with this outcome up to its next
                                              operation */
void rank_slice(uint32_t, struct outcome); /* as rank_run(), but no image is made */
/* The digest of a history that goes on with this outcome. */
uint64_t rank_history(uint64_t before, const struct outcome *);
/* Calls the function on the stack of the rank, where it can see the frames; its state is
 * not changed by that. It must not be over. */
void rank_inspect(uint32_t, void (*)(void));

/* Ranks up to this size are always copied, and their running time is not measured. */
#define IMAGE_SMALL ((size_t)256 << 10)
/* The more images there are, the more must running the rank again cost for one more. */
#define IMAGE_CROWD ((size_t)256 << 20)

/* ---- program.c ---- */
/* A digest of the heap and of the executor's data about the rank, as `h` has them: a
 * copy of its head, which the caller may have changed. Printed output is not included,
 * because the rank cannot look at it. */
uint64_t program_heap_digest(const struct rank *, struct rank_head *h);
/* A digest of the state of a rank that has stopped, is in place and will not go on. It
 * covers everything except the files that it has looked at and what our own functions
 * have left on its stack. */
uint64_t program_state(uint32_t actor);
extern const struct program_ops exec_ops;
struct location; /* kernel/program.h */

/* ---- crash.c ---- */
void crash_install(void);
/* Leaves the rank with this finding; FINDING_NONE: it has ended well. */
void crash_leave(void *ucontext, enum finding_kind, enum reason, const char *text);
/* After crash_leave(): sets the registers at which the fault happened, if they differ
 * from those where the rank was left. */
void crash_blame(int rank, const uint64_t *registers);

/* ---- process.c ---- */
struct peer; /* base/process.h */
enum copy { COPY_FAILED, COPY_MADE, COPY_NEW };
/* Copies the process. Returns twice: in this process, and with COPY_NEW in the copy. */
enum copy process_copy(struct peer *);

/* ---- patience.c ---- */
void patience_init(void);
void patience_install(void);
/* In a process without a supervisor of its own: watches for ranks that make no
 * progress. */
void patience_watch(void);
/* There are ranks with threads, one of which may wait for another one in a loop. */
void patience_hurry(void);
/* The thread that goes on has waited in such a loop before: does it still? */
void patience_look(void *ucontext);
/* Handles a single step; false if patience.c has not asked for it. */
bool patience_step(void *ucontext);
void patience_over(void);  /* called when the rank has stopped */
bool patience_steps(void); /* is every instruction being examined? The rank must not be
                              able to see that */

/* ---- modules.c ---- */
void modules_find(void);
/* At the end: one processor is shown, so OpenMP makes no threads unless it is told to. If
 * it made none, the verdict rests on that. */
void modules_openmp(void);

/* target.c: an execution ends where the user asks whether it can get there. */
void target_arm(void);              /* before the first actor starts */
bool target_reached(void *context); /* in the handler of a breakpoint: is it one? */
bool target_far(void);              /* is it known how far calls are from it? */
/* The number of calls that the running rank makes, after the one it makes now, before it
 * can be at the target: never too large. */
uint32_t target_hops(void);

/* ---- port.c ---- */
void vdso_replace(void); /* redirects the kernel's vDSO functions to us */
void port_init(void);
void port_use(void); /* the program uses MPI */
/* A rank makes a thread, in the function that is called at this address. If the schedules
 * of threads can be explored, the program is started again for that. */
void port_need_threads(const void *site);
/* Threads of MPI programs do something that cannot be explored in every schedule: the
 * program is started again, and they take turns. Returns in other programs, and in
 * replays. */
void port_take_turns(void);

/* ---- report.c ---- */
void report_step(uint32_t actor, int32_t outcome); /* called before the step is made */
void report_execution(struct search *, void *);
/* For explorers that do not report every execution: is there something to report in this
 * one? See struct search. */
bool report_worth(struct search *, void *);
void report_shows(struct search *, void *, shows_vec *);
bool report_judge(struct search *, void *, const shows_vec *);
void report_counts(const struct search *); /* writes the number of executions of each
                                              finding */
/* for a rank whose memory is in place */
void report_rank(const struct rank *, struct evidence *);
void report_registers(const struct rank_head *, uint64_t *to);

/* A piece of the canonical form of a rank's state: see canon.h. */
struct piece {
    enum { PART_OPERATION, PART_AGENT, PART_STACK, PART_HEAP, PART_PAGE } part;
    uintptr_t address; /* where it lies in the rank's memory; 0: nowhere */
    const void *bytes;
    size_t n;
    size_t offset; /* of the bytes in a copy */
};
typedef void canon_fn(void *to, struct piece);

/* ---- pages.c ---- */
void pages_init(void);
void pages_find(const void *main_sp);
bool pages_fault(const void *address); /* true: it was a page to be learned, and is
                                          writable now */
/* Is this page of static data the rank's own? It is learned then. */
bool pages_own(const void *address);
void pages_touch(const void *address, size_t bytes);
/* Makes the pages with variables of the program inaccessible, or accessible again. */
void pages_hide(bool hide);
void pages_show(uintptr_t low, uintptr_t high); /* makes some of them accessible */
bool pages_shared(uintptr_t address);           /* is it one of them? */
/* Is this a variable of a library, which lies in the program's data? */
bool pages_of_library(uintptr_t address);
uint32_t pages_count(void);
uint64_t pages_digest(uint64_t seed); /* a digest of the resident copy */
/* Gives those resident pages that have changed since the start; with `digests`, which
 * requires pages_look(), digests of them. */
void pages_form(canon_fn *, void *to, bool digests);
/* For images of states that are compared: finds out what the resident pages have; those
 * of an image; puts the first n pages of an image in place, and initial content into the
 * others. */
void pages_look(void);
struct shared *pages_take(void);
void pages_put(const struct shared *, uint32_t n);
/* Where they differ from what pages_copy_in() would put in place; NULL: nowhere. */
const char *pages_differing(const char *, uint32_t n);
void pages_copy_out(char *to);                    /* copies the resident pages to `to`,
                                                     PAGE bytes each */
void pages_copy_in(const char *from, uint32_t n); /* replaces the first n pages; the
                                                     others get their initial content */
/* In a run without images: replaces the pages of the resident rank by those of this
 * one. */
void pages_exchange(uint32_t rank);
/* An address in the program's own memory (its variables, and what setup allocated) that
 * has changed since the start; NULL if there is none. */
const void *pages_changed(void);

#define VIRTUAL_EPOCH 1000000000000000000u /* 2001-09-09 01:46:40 UTC, in ns */

#endif
