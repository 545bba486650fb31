/* SPDX-License-Identifier: Apache-2.0
 *
 * datarace.h - accesses of threads to memory that nothing orders.
 *
 * A program that is compiled for it (-fsanitize=thread) says what it reads and writes:
 * see tsan.c. What a thread accesses between two of its operations is a *segment*, and
 * what it has accessed so far a chain of them, which belongs to its image: so it is put
 * back with that. Which segments happen before the one that is running is told by vector
 * clocks, as usual; only operations whose order is explored move them. The clocks belong
 * to the space, and are copied and repeated with it.
 *
 * An access is compared with all segments of other threads that do not happen before it.
 * A race ends the thread before it makes its access. Every race is found this way: of an
 * execution that races, take the first race. Up to it, memory is as in some execution
 * that is explored; there, both segments are unordered as well, and the one that runs
 * later is compared with the other. */
#ifndef MZ_THREADS_DATARACE_H
#define MZ_THREADS_DATARACE_H
#include "agent/threads/threads.h"

/* ATOMIC_*: accesses by atomic operations, which race with others only. */
enum race_how { HOW_READ, HOW_WRITE, HOW_ATOMIC_READ, HOW_ATOMIC_WRITE, HOW_FREE };

struct segment;

/* The program says what it accesses: called while it is loaded. */
void race_compiled(void);
/* Called before threads begin. */
void race_prepare(void);

/* ---- called by space.c, for programs that say it; otherwise they do nothing ---- */

/* The thread is about to run; its accesses are judged. */
void race_starts(uint32_t thread);
/* The same, for a part of the execution that is repeated, with what came of it. */
void race_repeats(uint32_t thread, const struct segment *then);
/* It has run, `before` is what it had accessed until then: returns all that it has
 * accessed now, a new reference; NULL: nothing. */
struct segment *race_ends(struct segment *before);
void race_release(struct segment *);
/* Copies of the clocks of a process; NULL: there are none. */
void *race_save(uint32_t process, size_t *bytes);
void race_load(uint32_t process, const void *);

/* ---- called in a thread ---- */

/* It is about to access this memory, at `pc`, the address behind the access. */
void race_access(uintptr_t at, size_t bytes, enum race_how, const void *pc);
/* The same, where the thread cannot be ended: what is wrong; NULL: nothing is. */
const char *race_judged(uintptr_t at, size_t bytes, enum race_how, const void *pc);
/* The two accesses of the race that has just been found, the newer one first. */
const struct link_access *race_found(void);
/* Does it matter what the running thread accesses? */
bool race_watches(void);
/* What it accesses from now on comes after what it has released meanwhile. */
void race_divides(void);
/* It has performed this operation. */
void race_synced(enum op_kind, struct sync_ref, uint8_t mode, int32_t outcome);
/* What the memory order of an operation on a cell brings about, after it was performed;
 * orders are those of the compiler (__ATOMIC_RELAXED, ...). */
void race_reads(struct sync_ref cell, int order);
void race_writes(struct sync_ref cell, int order);
void race_updates(struct sync_ref cell, int order);
void race_fence(int order);
/* In replays: the thread calls a function, to which it returns at pc; it returns. */
void race_calls(const void *pc);
void race_returns(void);

/* ---- loops that look at cells ---- */

/* The thread has come to an operation on a cell, in a state of this digest; what it sees
 * there is told by spin_saw(), once it is its turn. SPIN_ON: it goes on. SPIN_BACK: it
 * has been in this state, and has changed nothing since. SPIN_LONG: it has been in `most`
 * states, and has changed nothing but its stack. */
enum spin { SPIN_ON, SPIN_BACK, SPIN_LONG };
enum spin spin_look(uint64_t state, uint32_t most);
void spin_saw(const volatile void *at, size_t bytes);
/* It has changed something. */
void spin_over(void);
/* As program_objects.goes_on(). */
bool spin_goes_on(struct program *, uint32_t thread);
#define SPINS_MOST 24 /* unless --polls says otherwise */
enum { SPINS_ROOM = 64 };

/* ---- for reports ---- */

/* An access that races. It is flat, unlike struct finding_access, since it is part of a
 * thread's image. */
#define LINK_ACCESS_FRAMES 8
struct link_access {
    char what[40];       /* "read", "atomic write" */
    uint32_t actor;      /* who, */
    uint32_t target;     /* and how: enum race_how */
    uint64_t first, end; /* which bytes */
    uint64_t site;       /* the address of the load or store */
    uint32_t nframes;    /* replay: the calls that led to it, innermost first; */
    uint64_t frames[LINK_ACCESS_FRAMES];
};

/* The two accesses of the race that has ended the thread, the newer one first; NULL: it
 * has not ended by one. */
const struct link_access *race_of(uint32_t thread);
/* How many events the thread of the older access had performed before that. */
uint32_t race_events(uint32_t thread);

#endif
