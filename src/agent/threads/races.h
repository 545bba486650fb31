/* SPDX-License-Identifier: Apache-2.0
 *
 * races.h - what is kept of threads for data races: for datarace.c (what they access),
 * clocks.c (what orders that) and spin.c (loops that look at cells).
 *
 * A clock has a number for each thread: so many of its segments happen before. The
 * segments of a thread are numbered from 1. */
#ifndef MZ_THREADS_RACES_H
#define MZ_THREADS_RACES_H
#include "agent/threads/datarace.h"
#include "agent/core/agent.h"

#include <string.h>

/* ---- what was accessed ---- */

enum { LISTS = 4 }; /* HOW_FREE is with those that write */

struct access {
    uintptr_t at;
    uint32_t bytes;
    uint32_t calls; /* replays: an index into races.calls, plus 1 */
    uint64_t pc;
    enum race_how how;
};

struct segment {
    uint32_t refs;
    uint32_t thread, number;
    uint32_t event;         /* its thread has run so often */
    struct segment *before; /* what the thread accessed earlier; NULL: nothing */
    uintptr_t low, high;    /* all accesses lie between */
    /* A race has ended it, after so many accesses; 0: none has. */
    uint64_t ends;
    struct link_access *race; /* the two; NULL: none */
    uint32_t events; /* those of the thread of the older one before that access */
    /* MPI programs, of the last segment that the thread has begun before it stopped: the
     * clock that others have who hear of the operation that it performs next, and what
     * messages made known to it when it began to run. NULL: nothing. */
    uint32_t *told, *heard;
    uint32_t from[LISTS + 1]; /* where the list of each way to access begins: those in a
                                 list are in the order of addresses, and do not overlap */
    struct access at[];
};

/* Of 8 bytes, those that the running segment has accessed: no more need be noted. */
struct seen {
    uintptr_t eight;
    uint32_t stamp;
    uint8_t read, written;
};
#define SEEN 8192

struct calls {
    uint32_t n;
    uint64_t frames[LINK_ACCESS_FRAMES];
};

/* The posts to the semaphores of a process; those that were taken are a list. */
struct posts {
    uint32_t *at;
    uint32_t n, room, free;
};

struct races {
    bool running;        /* a thread runs, */
    bool judging;        /* and its accesses are looked at */
    uint64_t count, end; /* its accesses so far; it is to end at this one */
    uint32_t thread, stamp;
    uintptr_t stack_low, stack_top;
    struct seen *seen;
    VEC(struct access) log;
    bool found; /* the rivals: segments of others that do not happen before it */
    VEC(const struct segment *) rivals;
    struct segment *failed; /* what race_ends() is to return */
    struct segment *closed,
        *first_closed; /* those of this run that have ended, the newest
                          and the oldest of them; NULL: none has */
    /* Replays only: the calls that led to accesses; for each thread, those that it is
     * in. */
    VEC(struct calls) calls;
    VEC(uint64_t) * stack;
    /* The clocks: of threads, then of objects; of posts to semaphores, of each process.
     */
    uint32_t *clocks;
    struct posts *posts;
    uint32_t objects;
    uint32_t *heard; /* as in struct segment, of the run */
};

/* ---- clocks ---- */

static inline uint32_t width(void)
{
    return agent.nranks;
}

/* What a thread has seen in one of the last states in which it has looked at a cell. */
struct look {
    uint64_t state, at, value;
    uint64_t bytes;
};

/* What is kept for a thread: how many segments it has begun, and how often it has run,
 * the generation of the barrier that it has reached; how often it has looked at cells
 * since it has changed something, and what it saw; its clock; what its next acquire fence
 * makes it know, what its last release fence has told. */
enum {
    BEGUN,
    EVENTS, /* how often it has run */
    GENERATION,
    LOOKS,
    LOOKED,
    THREAD_CLOCK = LOOKED + SPINS_ROOM * sizeof(struct look) / sizeof(uint32_t)
};

static inline uint32_t thread_words(void)
{
    return THREAD_CLOCK + 3 * width();
}

static inline uint32_t *thread_at(uint32_t n)
{
    return agent.races->clocks + n * thread_words();
}

static inline uint32_t *clock_at(uint32_t n)
{
    return thread_at(n) + THREAD_CLOCK;
}

static inline uint32_t *to_come(uint32_t n)
{
    return clock_at(n) + width();
}

static inline uint32_t *told(uint32_t n)
{
    return clock_at(n) + 2 * width();
}

/* Of an object: two numbers and two clocks, whose meaning depends on its type, and the
 * posts that nobody has taken. */
enum { FIRST_POST, LAST_POST, NUMBER, COUNT, OBJECT_CLOCKS };

static inline uint32_t object_words(void)
{
    return OBJECT_CLOCKS + 2 * width();
}

static inline uint32_t *object_at(uint32_t number)
{
    struct races *r = agent.races;
    if (number >= r->objects)
        r->objects = number + 1;
    return r->clocks + width() * thread_words() + number * object_words();
}

static inline void clock_join(uint32_t *to, const uint32_t *from)
{
    for (uint32_t i = 0; i < width(); i++)
        if (from[i] > to[i])
            to[i] = from[i];
}

static inline void clock_copy(uint32_t *to, const uint32_t *from)
{
    memcpy(to, from, width() * sizeof *to);
}

/* How much room so many posts take: each has a link and a clock. */
static inline size_t posts_bytes(uint32_t posts)
{
    return (size_t)posts * (1 + width()) * sizeof(uint32_t);
}

#endif
