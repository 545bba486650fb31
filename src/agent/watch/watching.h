/* SPDX-License-Identifier: Apache-2.0
 *
 * watching.h - what the files about watched memory share: see watch.h. */
#ifndef MZ_AGENT_WATCH_WATCHING_H
#define MZ_AGENT_WATCH_WATCHING_H
#include "agent/watch/watch.h"
#include "mpi/port.h"

#include <ucontext.h>

#define STEP_PAGES 32 /* a gather accesses 16 elements, each on two pages */

struct run { /* pages with a protection */
    uintptr_t low, high;
    int protection;
};
typedef VEC(struct run) runs_vec;
/* Sorts them, and joins those that overlap or touch each other. */
void watch_merge(runs_vec *);

struct spot { /* watched bytes */
    uintptr_t low, high;
    uintptr_t reach; /* the largest end of this one and those before it */
    struct port_watch *watch;
    enum port_use use;
    bool plain;       /* as in the watch, whose page may be protected */
    bool window;      /* they belong to a window: */
    uint32_t number;  /* which one, */
    int owner;        /* whose part, */
    uint64_t at;      /* and where in it the first byte is */
    const void *site; /* the call that started the operation */
};
typedef VEC(struct spot) spots_vec;

struct busy { /* a call that starts operations */
    const void *site;
    uint64_t faults; /* number of accesses that were let through for their sake */
    uint32_t next;   /* in its bucket: index plus 1; 0: none */
};

struct watching {
    bool inside;     /* the running rank executes the library */
    struct rank *of; /* the rank whose bytes are in `spots` */
    spots_vec spots; /* all watched bytes of that rank, sorted; in the agent's memory, so
                        that looking at them does not fault */
    runs_vec none, read, wanted, scratch;
    VEC(struct port_bytes) tried; /* see try_bytes() in watch.c; */
    uint64_t wide_at[3];          /* between which operations of which rank it was, */
    uint32_t wide_trials;         /* how often, */
    bool wide_idle;               /* and whether no such byte mattered */
    char *stack_top;              /* a stack for the end of calls */
    void *back;                   /* where the call returns to */
    port_function *callee; /* the function of the program that is about to be called */
    bool foreign;          /* some pages could not be protected */
    VEC(struct busy) busy;
    uint32_t bucket[256]; /* by site: the first of them, as in `next` */
    uint64_t faults;      /* accesses that were let through, in all */

    /* The access that is being let through. */
    uintptr_t stepped[STEP_PAGES]; /* the pages that are open for it */
    uint32_t nsteps;               /* their number; 0: there is none */
    uint64_t step_pc;
    bool repeats; /* the instruction repeats itself */
};

/* The protections in force of a rank. */
struct watch_force {
    runs_vec runs;
    bool changed;   /* they may differ from what is wanted */
    runs_vec stale; /* see watch_stored.c */
    bool untidy;    /* these are not sorted */
    bool all_stale; /* everything is, whether it is among them or not */
    size_t open;    /* bytes that were stale after the last comparison */
};

struct watch_force *watch_force(struct rank *);
void watch_enforce(struct rank *);
bool watch_is_on(const struct port_watch *);
/* The watched bytes that this access must not touch; NULL: none. */
const struct spot *watch_spot(uintptr_t low, uintptr_t high, bool write);
/* Notes that the program accesses this memory, as far as it belongs to windows. NULL: in
 * a system call. */
void watch_windows(const struct memory_access *, const ucontext_t *);

/* watch_busy.c */
bool watch_too_busy(const struct port_watch *);
bool watch_too_scattered(const struct port_watch *);
/* Counts the fault for the operations on this page; true: one has had too many. */
bool watch_count(uintptr_t address);
/* The same of the page, which is protected now, if that counts. */
void watch_count_protected(uintptr_t address);

/* watch_race.c */
/* From now on the bytes are only compared. */
void watch_compare(struct port_watch *);
/* The program has accessed watched bytes, which are not watched any more. */
void watch_race(void *ucontext, const struct spot *, const struct memory_access *);

/* watch_wide.c */
/* Is this a load of a vector, by code of the program? */
bool watch_is_wide(const ucontext_t *, const struct memory_access *);
/* What of watched bytes the load reads: it matters; it does not; or this is the copy of
 * the process that tries, in which the load is done. */
enum wide { WIDE_MATTERS, WIDE_IDLE, WIDE_COPY };
enum wide watch_try_wide(struct rank *, int who, ucontext_t *,
                         const struct memory_access *);

/* ---- watch_stored.c: which pages may have been stored to since the memory of windows
 * was compared? ---- */

/* These pages of the rank can be written now. */
void watch_opened(struct rank *, uintptr_t low, uintptr_t high);
/* Is everything stale? From now on only what watch_opened() is told of is. */
bool watch_all_stale(struct rank *);
bool watch_any_stale(struct rank *);
/* Sets the two to the first range of stale bytes between them; false: there is none. */
bool watch_stale(struct rank *, uintptr_t *low, uintptr_t *high);
/* All memory of windows was compared: what is protected now is not stale any more. */
void watch_compared(struct rank *);

/* Protects pages of the heap again that are open, before the end of the call. */
void watch_restore(struct rank *, const runs_vec *open);

/* Makes bytes accessible to the agent, for reading or also for writing, and then as they
 * were. */
void watch_unveil(struct rank *, uintptr_t low, uintptr_t high, bool write);
void watch_veil(struct rank *, uintptr_t low, uintptr_t high);
/* The same for reading all that is stale. */
void watch_unveil_stale(struct rank *, bool unveil);

/* ---- watch_string.c ---- */

/* No such call is under way. */
void watch_string_end(void);
/* If a function of libc accesses memory for such a call: leaves only those parts of the
 * access that the program has asked for. */
void watch_string_access(const ucontext_t *, struct memory_access *);

#endif
