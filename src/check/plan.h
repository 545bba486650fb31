/* SPDX-License-Identifier: Apache-2.0
 *
 * plan.h - what an attempt at a check is to do.
 *
 * A plan has three parts. What the user has asked for never changes. What has been
 * learned of the program only grows: two processes that have learned something join it,
 * in either order. The phase is set by a row of the table of attempts (attempts.def).
 * There are no pointers, so a plan can lie in shared memory, and be sent to other
 * machines. */
#ifndef MZ_CHECK_PLAN_H
#define MZ_CHECK_PLAN_H
#include "explore/search/counts.h"
#include "explore/search/explorer.h"
#include "explore/search/options.h"

enum plan_images { IMAGES_AUTO, IMAGES_EVERY, IMAGES_ROOT, IMAGES_CHECK };
/* How buffers of active MPI operations are watched. */
enum plan_watch { WATCH_PAGES, WATCH_COMPARE };
enum plan_tracking { TRACKING_AUTO, TRACKING_KERNEL, TRACKING_FAULTS, TRACKING_OFF };

struct plan_asked {
    struct search_options search;
    uint32_t ranks;   /* number of ranks that run main(); 0: main() creates actors */
    uint32_t threads; /* it has no ranks but threads: main() runs once, and each thread is
                         an actor */
    uint32_t ours;    /* the program is linked to libmazurka itself */
    double step_time; /* as in struct launch */
    double longest;   /* the same; not less than step_time */
    double patience;  /* as in struct search */
    double began;     /* when the command began to search: its bound of time counts from
                         then on, in all attempts; 0: not known */
    enum plan_images images;
    uint64_t memory_cap; /* limit on the memory for images, in bytes */
    enum plan_watch watch;
    enum plan_tracking tracking;
    uint32_t show_output;    /* keep what the first execution printed */
    uint32_t compare_output; /* compare what executions print */
    uint32_t check_names;    /* check that names of states tell what follows */
    uint32_t garbage;        /* replay: memory that the program has not written has other
                                contents than usual: 1, garbage; 2, zeros */
    uint32_t record;         /* keep the digest and the outcome of every trace */
};

/* The shortest message that a receive of this call has got: see port_overwrites(). */
struct plan_short {
    uint64_t site, bytes;
};
enum {
    PLAN_LIBRARIES = 128,
    PLAN_PATH = 240,
    PLAN_SHORT = 64,
    PLAN_CELLS = 1024,
    PLAN_STACK = 64
};

enum plan_guess {
    GUESS_UNKNOWN = 1, /* nothing tells that they are not */
    GUESS_USED = 2,    /* the program has accessed them by atomic functions */
};

struct plan_learned {
    uint32_t mpi;     /* enum mpi_abi: that of the MPI to which the program, or a library
                         that it needs, is linked */
    uint32_t input;   /* the program reads standard input */
    uint32_t late;    /* ranks run the constructors of the program's file, as one of them
                         calls MPI */
    uint32_t timed;   /* ranks look at their clocks, so times are part of states */
    uint32_t trials;  /* the order in which ranks change one file is to be tried out */
    uint32_t guard;   /* a rank has tried to access the memory of another; none can now */
    uint32_t slots;   /* actor programs, and programs with threads: the number of actors
                         that there is room for; 0: as usual */
    uint32_t turns;   /* MPI programs with threads: these do something that cannot be
                         explored   in every schedule, so they take turns, in one */
    uint32_t objects; /* programs with threads: likewise, of objects that they share */
    uint64_t heaps;   /* programs with threads: those whose allocations others use, a bit
                         each; */
    uint32_t nstack;  /* pages of stacks that others use; */
    uint64_t stack[PLAN_STACK];
    uint32_t ncells; /* where loads and stores are atomic operations */
    uint64_t cell[PLAN_CELLS];
    uint32_t tries; /* programs with threads: they try in vain, perhaps in loops, so it is
                       noticed where they come back to what was (agent/rank/trail.h) */
    uint32_t guessed; /* enum plan_guess, as bits: why some of these are taken to be */
    /* The libraries that the program loads with dlopen(). They must be present before the
     * first image is made. */
    uint32_t nlibraries;
    char library[PLAN_LIBRARIES][PLAN_PATH];
    uint32_t nshort;
    struct plan_short shortest[PLAN_SHORT];
    struct explorer_need need; /* what the explorer must cope with, which could not be
                                  seen before; all false: nothing */
};

struct plan_phase {
    uint32_t once;          /* one execution only */
    uint32_t waits;         /* sends wait, and did not in the attempt before */
    uint32_t one_buffering; /* the attempt with the other buffering does not come, or has
                               found more */
    uint32_t leaves_time;   /* a search that has come to no outcome ends before its time,
                               for an attempt that shows at least one execution */
    struct turn turn;       /* how far the explorer auto has come */
};

struct plan {
    struct plan_asked asked;
    struct plan_learned learned;
    struct plan_phase phase;
    uint32_t lock; /* of processes of this machine that change the plan: see lock.h */
};

/* How this attempt searches: as asked, but for what has been learned and the phase. */
struct search_options plan_options(const struct plan *);
enum plan_images plan_images(const struct plan *);

/* Is each thread an actor, and there are no ranks? Not if a library has brought MPI. */
static inline bool plan_threads(const struct plan *p)
{
    return p->asked.threads && !p->learned.mpi;
}

/* Joins what is known with what somebody has learned; true if that was not known. Several
 * processes that share the plan may do so at the same time. */
bool plan_learn(struct plan *, const struct plan_learned *more);
bool plan_has_library(const struct plan_learned *, const char *path);
bool plan_has_cell(const struct plan_learned *, uint64_t address);
bool plan_has_stack(const struct plan_learned *, uint64_t page);

/* MPI programs whose threads are explored: how many actors there is room for; 0: it is
 * none. */
uint32_t plan_lines(const struct plan *);

/* Does an OpenMP library of ours stand in for the one of this name? If threads are
 * explored, both do. clang's cannot run in a rank even with one thread, since it maps a
 * file to find others of its kind, so ours stands in for it until threads take turns. */
bool plan_openmp(const struct plan *, const char *name);

/* Is there an explorer that copes with this, too, and may it be chosen? */
bool plan_can_cope(const struct plan *, const struct explorer_need *);

/* What all machines that share a search do alike. */
struct plan_shared {
    uint32_t search; /* the number of the search, as in struct cluster */
    uint32_t waits, one_buffering;
    enum turn_stage stage;
    struct search_options options;
    struct plan_learned learned;
};
/* Both fields and padding are defined, so that two can be compared byte by byte. */
void plan_share(const struct plan *, uint32_t search, struct plan_shared *);
void plan_take(struct plan *, const struct plan_shared *);

#endif
