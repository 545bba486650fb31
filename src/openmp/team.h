/* SPDX-License-Identifier: Apache-2.0
 *
 * team.h - OpenMP as this library has it: teams of threads, what they share out, tasks.
 *
 * This is the core; the doors are what compilers call: gomp.c for GCC, kmpc.c for clang,
 * api.c for programs. A thread that makes a parallel region keeps the team's other
 * threads for its next one. Regions inside of others have one thread.
 *
 * Threads meet in operations on objects only (port.h), and nothing in memory is written
 * by one thread and read by another unless such operations order that: the search relies
 * on it. */
#ifndef MZ_OPENMP_TEAM_H
#define MZ_OPENMP_TEAM_H
#include "openmp/port.h"

#include <stddef.h>

#define SITE __builtin_return_address(0)
#define API  __attribute__((visibility("default")))

enum {
    TEAM_MOST = 64,
    NODES = 256,
    WORDS = NODES / 64, /* of a set of nodes */
    NOT_MADE = 0xfffe   /* a node that nobody has needed so far */
};

enum schedule { SCHEDULE_STATIC, SCHEDULE_DYNAMIC, SCHEDULE_GUIDED };

/* What a construct is, for the comparison of what threads of a team have come to. */
enum construct {
    CONSTRUCT_LOOP = 1,
    CONSTRUCT_SECTIONS,
    CONSTRUCT_SINGLE,
    CONSTRUCT_SCOPE
};

struct omp_settings {
    uint32_t threads;
    bool said; /* by the program */
    enum schedule schedule;
    uint64_t chunk;
    uint32_t dynamic;
    int32_t device;
};

/* A loop that is shared out: iterations 0 to n - 1 of the type of the program's variable,
 * which begins at `start`. */
struct loop {
    enum schedule schedule;
    uint64_t n, start, end, step, chunk;
    uint32_t work;     /* the number of the construct */
    uint64_t next;     /* static: which chunk comes next; guided: where it begins */
    uint64_t from, to; /* iterations of the chunk at hand */
    uint64_t part;     /* its number */
    bool begun;        /* there is one */
    bool ordered;
    const char *word;
    uint64_t seen; /* ordered: so many chunks are known to be over */
};

/* Loops whose iterations wait for others. */
enum { DEEPEST = 16 };
struct across {
    uint32_t work, loops;
    uint64_t counts[DEEPEST]; /* iterations of each */
    int64_t from[DEEPEST],
        step[DEEPEST]; /* of the program's variables; GCC counts from 0 */
};

struct taskgroup {
    struct taskgroup *outer;
    uint32_t node, within, nth;
};

/* Which of a task's children must be done before one that names this variable. */
struct dependence {
    struct dependence *next;
    const void *variable;
    uint64_t out[WORDS], in[WORDS];
};

struct task {
    void (*function)(void *);
    void *data;
    struct task *parent;     /* the task that has made it; NULL: implicit */
    struct task *below;      /* the one that its thread has left for it */
    struct taskgroup *group; /* the innermost that it is in */
    struct dependence *dependences;
    uint32_t node, within, nth, made;
    uint32_t generation; /* so many barriers did its maker pass before */
    uint32_t waiting;    /* children may be left: nobody has waited for them */
    bool final;
};

/* A thread in a region. */
struct region_thread {
    struct region_thread *outer;
    struct pool *pool; /* NULL: it is alone */
    uint32_t id, size, level, active;
    uint32_t works, barriers;
    struct omp_object barrier;
    uint32_t kinds; /* of constructs so far, as one number */
    struct omp_settings settings;
    struct loop loop;
    struct across across;
    uint32_t wanted; /* threads of the next region; 0: as settings say */
    struct task implicit, *task;
    bool heap;
};

/* What the threads of a team have come to at a barrier. */
struct seen {
    uint32_t barrier; /* which one it is */
    uint32_t last, works, kinds;
};

struct seat {
    struct pool *pool;
    uint32_t id;
    bool taken;
};

/* The team of a thread: the first seat is its own. */
struct pool {
    void (*function)(void *);
    void *data, *site;
    uint32_t n, region, barriers;
    struct loop loop; /* of a combined construct */
    enum construct combined;
    struct omp_settings settings;
    uint32_t level;
    struct omp_object barrier;
    struct region_thread first;
    struct seat seat[TEAM_MOST];
    struct seen seen[2][TEAM_MOST];
    void *copied[8];
    struct task *task[NODES];
    uint64_t before[NODES][WORDS];
};

/* ---- team.c ---- */

struct region_thread *team_now(void);
/* Enters a region; `n` threads if it says so, else as settings do. The threads begin with
 * the loop, if there is one. */
void team_begin(void (*)(void *), void *data, uint32_t n, const struct loop *,
                enum construct, void *site);
void team_end(void *site);
void team_parallel(void (*)(void *), void *data, uint32_t n, const struct loop *,
                   enum construct, void *site);
void team_barrier(void *site);
uint32_t team_default(void);
/* An object of the team's present region. */
struct omp_object team_object(const struct region_thread *, uint32_t work, uint64_t part,
                              int32_t initial, const char *word);
_Noreturn void team_refuse(const char *what, void *site);
void team_allow_nested(void);
/* There is a target region, or one of several teams: it is performed here, once. */
void team_on_host(void *site);

/* ---- work.c ---- */

struct loop loop_make(enum schedule, uint64_t start, uint64_t end, uint64_t step,
                      uint64_t n, uint64_t chunk);
/* The thread comes to the loop, and to its next chunk: false, there is none. */
void loop_begin(struct region_thread *, const struct loop *);
bool loop_next(void *site);
void loop_end(void *site);
void loop_ordered(void *site);
/* In loops whose iterations wait for others: this one is over; waits for that one. */
void loop_post(const uint64_t *at, void *site);
void loop_wait(const uint64_t *at, void *site);
struct loop sections_make(uint32_t n);
bool single_first(void *site);
void *single_copy(void *data, bool first, void *site);
void work_begin(struct region_thread *, enum construct);
struct omp_object critical_lock(void *name);

/* ---- task.c ---- */

struct task_make {
    void (*function)(void *);
    void *data;
    void (*copy)(void *to, void *from); /* NULL: byte by byte */
    size_t bytes, align;
    bool deferred, final;
    void (*settle)(void *data, const void *); /* NULL, or what changes the copy */
    const void *with;
};
/* What the next task depends on, variable by variable. */
struct needs {
    uint64_t before[WORDS];
    struct dependence *on[64];
    bool out[64];
    uint32_t n;
};
void needs_add(struct needs *, const void *variable, bool out, void *site);
void task_make(const struct task_make *, struct needs *, void *site);
/* An undeferred task, which the caller performs between the two. */
void task_enter(struct task *, bool final);
void task_leave(void);
void task_wait(void *site);
void task_wait_for(struct needs *, void *site);
void task_yield(void *site);
void task_group_begin(void);
void task_group_end(void *site);
void task_perform(uint32_t node, void *site);
/* At a barrier: nothing is left of it. */
void task_forget(struct region_thread *);

#endif
