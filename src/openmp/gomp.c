/* SPDX-License-Identifier: Apache-2.0
 *
 * gomp.c - what GCC calls for OpenMP's constructs: the functions of libgomp.so.1, which
 * this library is called, too. What is not followed is at the end. */
#include "openmp/team.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long ull;

/* ---- regions ---- */

API void GOMP_parallel(void (*function)(void *), void *data, unsigned n, unsigned flags)
{
    (void)flags; /* where threads are to be bound */
    team_parallel(function, data, n, NULL, 0, SITE);
}

API void GOMP_parallel_start(void (*function)(void *), void *data, unsigned n)
{
    team_begin(function, data, n, NULL, 0, SITE);
}

API void GOMP_parallel_end(void)
{
    team_end(SITE);
}

API void GOMP_barrier(void)
{
    team_barrier(SITE);
}

/* ---- loops ---- */

static uint64_t trips(long start, long end, long step)
{
    if (step > 0 ? start >= end : start <= end)
        return 0;
    uint64_t room =
        step > 0 ? (uint64_t)end - (uint64_t)start : (uint64_t)start - (uint64_t)end;
    uint64_t by = step > 0 ? (uint64_t)step : -(uint64_t)step;
    return (room + by - 1) / by;
}

static struct loop signed_loop(enum schedule how, long start, long end, long step,
                               long chunk)
{
    return loop_make(how, (uint64_t)start, (uint64_t)end, (uint64_t)step,
                     trips(start, end, step), chunk > 0 ? (uint64_t)chunk : 0);
}

static struct loop unsigned_loop(enum schedule how, bool up, ull start, ull end, ull step,
                                 ull chunk)
{
    ull room = up ? (start < end ? end - start : 0) : (start > end ? start - end : 0);
    ull by = up ? step : -step;
    return loop_make(how, start, end, step, room / by + (room % by != 0), chunk);
}

/* What the iterations of the part at hand are for the program. */
static void tell(uint64_t *from, uint64_t *to)
{
    const struct loop *l = &team_now()->loop;
    *from = l->start + l->from * l->step;
    *to = l->to == l->n ? l->end : l->start + l->to * l->step;
}

static bool next(uint64_t *from, uint64_t *to, void *site)
{
    if (!loop_next(site))
        return false;
    tell(from, to);
    return true;
}

static bool begin(struct loop l, bool ordered, uint64_t *from, uint64_t *to, void *site)
{
    struct region_thread *c = team_now();
    work_begin(c, CONSTRUCT_LOOP);
    l.ordered = ordered;
    loop_begin(c, &l);
    return next(from, to, site);
}

static enum schedule runtime(uint64_t *chunk)
{
    const struct omp_settings *s = &team_now()->settings;
    *chunk = s->chunk;
    return s->schedule;
}

#define SIGNED(from, to)   (uint64_t *)(from), (uint64_t *)(to)
#define UNSIGNED(from, to) (uint64_t *)(from), (uint64_t *)(to)

/* The functions of one schedule, with `ordered` and without, for both types. */
#define LOOPS(name, how, ordered)                                                        \
    API bool GOMP_loop_##name##_start(long start, long end, long step, long chunk,       \
                                      long *from, long *to)                              \
    {                                                                                    \
        return begin(signed_loop(how, start, end, step, chunk), ordered,                 \
                     SIGNED(from, to), SITE);                                            \
    }                                                                                    \
    API bool GOMP_loop_ull_##name##_start(bool up, ull start, ull end, ull step,         \
                                          ull chunk, ull *from, ull *to)                 \
    {                                                                                    \
        return begin(unsigned_loop(how, up, start, end, step, chunk), ordered,           \
                     UNSIGNED(from, to), SITE);                                          \
    }                                                                                    \
    NEXTS(name)
#define NEXTS(name)                                                                      \
    API bool GOMP_loop_##name##_next(long *from, long *to)                               \
    {                                                                                    \
        return next(SIGNED(from, to), SITE);                                             \
    }                                                                                    \
    API bool GOMP_loop_ull_##name##_next(ull *from, ull *to)                             \
    {                                                                                    \
        return next(UNSIGNED(from, to), SITE);                                           \
    }
#define RUNTIME_LOOPS(name, ordered)                                                     \
    API bool GOMP_loop_##name##_start(long start, long end, long step, long *from,       \
                                      long *to)                                          \
    {                                                                                    \
        uint64_t chunk;                                                                  \
        enum schedule how = runtime(&chunk);                                             \
        return begin(signed_loop(how, start, end, step, (long)chunk), ordered,           \
                     SIGNED(from, to), SITE);                                            \
    }                                                                                    \
    API bool GOMP_loop_ull_##name##_start(bool up, ull start, ull end, ull step,         \
                                          ull *from, ull *to)                            \
    {                                                                                    \
        uint64_t chunk;                                                                  \
        enum schedule how = runtime(&chunk);                                             \
        return begin(unsigned_loop(how, up, start, end, step, chunk), ordered,           \
                     UNSIGNED(from, to), SITE);                                          \
    }                                                                                    \
    NEXTS(name)

LOOPS(static, SCHEDULE_STATIC, false)
LOOPS(dynamic, SCHEDULE_DYNAMIC, false)
LOOPS(guided, SCHEDULE_GUIDED, false)
LOOPS(nonmonotonic_dynamic, SCHEDULE_DYNAMIC, false)
LOOPS(nonmonotonic_guided, SCHEDULE_GUIDED, false)
LOOPS(ordered_static, SCHEDULE_STATIC, true)
LOOPS(ordered_dynamic, SCHEDULE_DYNAMIC, true)
LOOPS(ordered_guided, SCHEDULE_GUIDED, true)
RUNTIME_LOOPS(runtime, false)
RUNTIME_LOOPS(nonmonotonic_runtime, false)
RUNTIME_LOOPS(maybe_nonmonotonic_runtime, false)
RUNTIME_LOOPS(ordered_runtime, true)

/* `how` as in omp_sched_t, with a bit for what is monotonic. 0: the settings say. */
static enum schedule schedule_of(long how, uint64_t *chunk)
{
    enum { GFS_RUNTIME, GFS_STATIC, GFS_DYNAMIC, GFS_GUIDED };
    switch (how & 0x7fffffff) {
    case GFS_RUNTIME:
        return runtime(chunk);
    case GFS_DYNAMIC:
        return SCHEDULE_DYNAMIC;
    case GFS_GUIDED:
        return SCHEDULE_GUIDED;
    default:
        return SCHEDULE_STATIC;
    }
}

static void refuse_extras(const void *reductions, void *const *memory, void *site)
{
    if (reductions)
        team_refuse("reductions of tasks (task_reduction, in_reduction)", site);
    if (memory)
        team_refuse("lastprivate(conditional:) and scan", site);
}

static bool start(struct loop l, bool ordered, uint64_t *from, uint64_t *to,
                  const void *reductions, void *const *memory, void *site)
{
    refuse_extras(reductions, memory, site);
    return !from || begin(l, ordered, from, to, site);
}

#define STARTS(name, ordered)                                                            \
    API bool GOMP_loop_##name(long first, long end, long step, long how, long chunk,     \
                              long *from, long *to, uintptr_t *reductions,               \
                              void **memory)                                             \
    {                                                                                    \
        uint64_t some = chunk > 0 ? (uint64_t)chunk : 0;                                 \
        enum schedule is = schedule_of(how, &some);                                      \
        return start(signed_loop(is, first, end, step, (long)some), ordered,             \
                     SIGNED(from, to), reductions, memory, SITE);                        \
    }                                                                                    \
    API bool GOMP_loop_ull_##name(bool up, ull first, ull end, ull step, long how,       \
                                  ull chunk, ull *from, ull *to, uintptr_t *reductions,  \
                                  void **memory)                                         \
    {                                                                                    \
        uint64_t some = chunk;                                                           \
        enum schedule is = schedule_of(how, &some);                                      \
        return start(unsigned_loop(is, up, first, end, step, some), ordered,             \
                     UNSIGNED(from, to), reductions, memory, SITE);                      \
    }
STARTS(start, false)
STARTS(ordered_start, true)

API void GOMP_loop_end(void)
{
    loop_end(SITE);
    team_barrier(SITE);
}

API void GOMP_loop_end_nowait(void)
{
    loop_end(SITE);
}

API bool GOMP_loop_end_cancel(void)
{
    loop_end(SITE);
    team_barrier(SITE);
    return false;
}

static void combined(void (*function)(void *), void *data, unsigned n, struct loop l,
                     void *site)
{
    team_parallel(function, data, n, &l, CONSTRUCT_LOOP, site);
}

#define PARALLEL_LOOPS(name, how)                                                        \
    API void GOMP_parallel_loop_##name(void (*function)(void *), void *data, unsigned n, \
                                       long start, long end, long step, long chunk,      \
                                       unsigned flags)                                   \
    {                                                                                    \
        (void)flags;                                                                     \
        combined(function, data, n, signed_loop(how, start, end, step, chunk), SITE);    \
    }
#define PARALLEL_STARTS(name, how)                                                       \
    API void GOMP_parallel_loop_##name##_start(void (*function)(void *), void *data,     \
                                               unsigned n, long start, long end,         \
                                               long step, long chunk)                    \
    {                                                                                    \
        struct loop l = signed_loop(how, start, end, step, chunk);                       \
        team_begin(function, data, n, &l, CONSTRUCT_LOOP, SITE);                         \
    }
#define PARALLEL_RUNTIME(name)                                                           \
    API void GOMP_parallel_loop_##name(void (*function)(void *), void *data, unsigned n, \
                                       long start, long end, long step, unsigned flags)  \
    {                                                                                    \
        (void)flags;                                                                     \
        uint64_t chunk;                                                                  \
        enum schedule how = runtime(&chunk);                                             \
        combined(function, data, n, signed_loop(how, start, end, step, (long)chunk),     \
                 SITE);                                                                  \
    }
PARALLEL_LOOPS(static, SCHEDULE_STATIC)
PARALLEL_LOOPS(dynamic, SCHEDULE_DYNAMIC)
PARALLEL_LOOPS(guided, SCHEDULE_GUIDED)
PARALLEL_LOOPS(nonmonotonic_dynamic, SCHEDULE_DYNAMIC)
PARALLEL_LOOPS(nonmonotonic_guided, SCHEDULE_GUIDED)
PARALLEL_STARTS(static, SCHEDULE_STATIC)
PARALLEL_STARTS(dynamic, SCHEDULE_DYNAMIC)
PARALLEL_STARTS(guided, SCHEDULE_GUIDED)
PARALLEL_RUNTIME(runtime)
PARALLEL_RUNTIME(nonmonotonic_runtime)
PARALLEL_RUNTIME(maybe_nonmonotonic_runtime)

API void GOMP_parallel_loop_runtime_start(void (*function)(void *), void *data,
                                          unsigned n, long start, long end, long step)
{
    uint64_t chunk;
    enum schedule how = runtime(&chunk);
    struct loop l = signed_loop(how, start, end, step, (long)chunk);
    team_begin(function, data, n, &l, CONSTRUCT_LOOP, SITE);
}

API void GOMP_ordered_start(void)
{
    loop_ordered(SITE);
}

API void GOMP_ordered_end(void)
{
}

/* ---- loops whose iterations wait for each other ---- */

static bool doacross(enum schedule how, unsigned n, const uint64_t *counts,
                     uint64_t chunk, uint64_t *from, uint64_t *to, void *site)
{
    struct region_thread *c = team_now();
    struct loop l = loop_make(how, 0, counts[0], 1, counts[0], chunk);
    if (n > DEEPEST)
        team_refuse("ordered(n) with n > 16", site);
    work_begin(c, CONSTRUCT_LOOP);
    loop_begin(c, &l);
    c->across = (struct across){.work = c->works, .loops = n};
    memcpy(c->across.counts, counts, n * sizeof *counts);
    return next(from, to, site);
}

#define DOACROSS(name, how)                                                              \
    API bool GOMP_loop_doacross_##name##_start(unsigned n, long *counts, long chunk,     \
                                               long *from, long *to)                     \
    {                                                                                    \
        return doacross(how, n, (uint64_t *)counts, chunk > 0 ? (uint64_t)chunk : 0,     \
                        SIGNED(from, to), SITE);                                         \
    }                                                                                    \
    API bool GOMP_loop_ull_doacross_##name##_start(unsigned n, ull *counts, ull chunk,   \
                                                   ull *from, ull *to)                   \
    {                                                                                    \
        return doacross(how, n, (uint64_t *)counts, chunk, UNSIGNED(from, to), SITE);    \
    }
DOACROSS(static, SCHEDULE_STATIC)
DOACROSS(dynamic, SCHEDULE_DYNAMIC)
DOACROSS(guided, SCHEDULE_GUIDED)

API bool GOMP_loop_doacross_runtime_start(unsigned n, long *counts, long *from, long *to)
{
    uint64_t chunk;
    enum schedule how = runtime(&chunk);
    return doacross(how, n, (uint64_t *)counts, chunk, SIGNED(from, to), SITE);
}

API bool GOMP_loop_ull_doacross_runtime_start(unsigned n, ull *counts, ull *from, ull *to)
{
    uint64_t chunk;
    enum schedule how = runtime(&chunk);
    return doacross(how, n, (uint64_t *)counts, chunk, UNSIGNED(from, to), SITE);
}

API bool GOMP_loop_doacross_start(unsigned n, long *counts, long how, long chunk,
                                  long *from, long *to, uintptr_t *reductions,
                                  void **memory)
{
    uint64_t some = chunk > 0 ? (uint64_t)chunk : 0;
    enum schedule is = schedule_of(how, &some);
    refuse_extras(reductions, memory, SITE);
    return doacross(is, n, (uint64_t *)counts, some, SIGNED(from, to), SITE);
}

API bool GOMP_loop_ull_doacross_start(unsigned n, ull *counts, long how, ull chunk,
                                      ull *from, ull *to, uintptr_t *reductions,
                                      void **memory)
{
    uint64_t some = chunk;
    enum schedule is = schedule_of(how, &some);
    refuse_extras(reductions, memory, SITE);
    return doacross(is, n, (uint64_t *)counts, some, UNSIGNED(from, to), SITE);
}

API void GOMP_doacross_post(long *at)
{
    loop_post((uint64_t *)at, SITE);
}

API void GOMP_doacross_ull_post(ull *at)
{
    loop_post((uint64_t *)at, SITE);
}

#define WAIT(first, type)                                                                \
    uint64_t at[DEEPEST] = {(uint64_t)first};                                            \
    va_list more;                                                                        \
    va_start(more, first);                                                               \
    for (uint32_t i = 1; i < team_now()->across.loops; i++)                              \
        at[i] = (uint64_t)va_arg(more, type);                                            \
    va_end(more);                                                                        \
    loop_wait(at, SITE)

API void GOMP_doacross_wait(long first, ...)
{
    WAIT(first, long);
}

API void GOMP_doacross_ull_wait(ull first, ...)
{
    WAIT(first, ull);
}

/* ---- sections, single, critical ---- */

static unsigned section(bool there)
{
    return there ? (unsigned)team_now()->loop.from + 1 : 0;
}

/* One thread alone gets all of them, one after the other. */
static unsigned next_section(void *site)
{
    struct region_thread *c = team_now();
    if (c->pool)
        return section(loop_next(site));
    return c->loop.next < c->loop.n ? (unsigned)++c->loop.next : 0;
}

API unsigned GOMP_sections_start(unsigned n)
{
    struct region_thread *c = team_now();
    struct loop l = sections_make(n);
    work_begin(c, CONSTRUCT_SECTIONS);
    loop_begin(c, &l);
    return next_section(SITE);
}

API unsigned GOMP_sections2_start(unsigned n, uintptr_t *reductions, void **memory)
{
    struct region_thread *c = team_now();
    struct loop l = sections_make(n);
    refuse_extras(reductions, memory, SITE);
    work_begin(c, CONSTRUCT_SECTIONS);
    loop_begin(c, &l);
    return next_section(SITE);
}

API unsigned GOMP_sections_next(void)
{
    return next_section(SITE);
}

API void GOMP_sections_end(void)
{
    team_barrier(SITE);
}

API void GOMP_sections_end_nowait(void)
{
}

API bool GOMP_sections_end_cancel(void)
{
    team_barrier(SITE);
    return false;
}

API void GOMP_parallel_sections(void (*function)(void *), void *data, unsigned n,
                                unsigned count, unsigned flags)
{
    (void)flags;
    struct loop l = sections_make(count);
    team_parallel(function, data, n, &l, CONSTRUCT_SECTIONS, SITE);
}

API void GOMP_parallel_sections_start(void (*function)(void *), void *data, unsigned n,
                                      unsigned count)
{
    struct loop l = sections_make(count);
    team_begin(function, data, n, &l, CONSTRUCT_SECTIONS, SITE);
}

API bool GOMP_single_start(void)
{
    return single_first(SITE);
}

API void *GOMP_single_copy_start(void)
{
    return single_first(SITE) ? NULL : single_copy(NULL, false, SITE);
}

API void GOMP_single_copy_end(void *data)
{
    single_copy(data, true, SITE);
}

API void GOMP_scope_start(uintptr_t *reductions)
{
    refuse_extras(reductions, NULL, SITE);
    work_begin(team_now(), CONSTRUCT_SCOPE);
}

static void lock(void *name, enum omp_verb verb, void *site)
{
    struct omp_object o = critical_lock(name);
    if (omp_port_checks(site))
        omp_port_ask(verb, &o, 0, site);
}

static char unnamed, atomics;

API void GOMP_critical_start(void)
{
    lock(&unnamed, OMP_LOCK, SITE);
}

API void GOMP_critical_end(void)
{
    lock(&unnamed, OMP_UNLOCK, SITE);
}

API void GOMP_critical_name_start(void **name)
{
    lock(name, OMP_LOCK, SITE);
}

API void GOMP_critical_name_end(void **name)
{
    lock(name, OMP_UNLOCK, SITE);
}

API void GOMP_atomic_start(void)
{
    lock(&atomics, OMP_LOCK, SITE);
}

API void GOMP_atomic_end(void)
{
    lock(&atomics, OMP_UNLOCK, SITE);
}

/* ---- tasks ---- */

enum {
    FLAG_FINAL = 1 << 1,
    FLAG_DEPEND = 1 << 3,
    FLAG_UP = 1 << 8,
    FLAG_GRAINSIZE = 1 << 9,
    FLAG_IF = 1 << 10,
    FLAG_NOGROUP = 1 << 11,
    FLAG_REDUCTION = 1 << 12,
    FLAG_DETACH = 1 << 13,
    FLAG_STRICT = 1 << 14
};

/* The variables that a task depends on: how many, how many of these it writes, and where
 * they are; or 0, how many, those that it writes, those that exclude each other, those
 * that it reads, where they are, and the others in objects of their own. */
static void read_needs(void *const *list, struct needs *n, void *site)
{
    uintptr_t all = (uintptr_t)list[0], out = (uintptr_t)list[1];
    void *const *at = list + 2;
    if (!all) {
        all = out;
        out = (uintptr_t)list[2];
        at = list + 5;
        if (list[3])
            team_refuse("depend(mutexinoutset: ...)", site);
        if (out + (uintptr_t)list[4] != all)
            team_refuse("depend objects and depend(inoutset: ...)", site);
    }
    for (uintptr_t i = 0; i < all; i++)
        needs_add(n, at[i], i < out, site);
}

API void GOMP_task(void (*function)(void *), void *data, void (*copy)(void *, void *),
                   long bytes, long align, bool deferred, unsigned flags, void **depend,
                   int priority, void *detach)
{
    (void)priority;
    (void)detach;
    struct needs needs = {0};
    if (flags & FLAG_DETACH)
        team_refuse("detach of tasks", SITE);
    if (flags & FLAG_DEPEND)
        read_needs(depend, &needs, SITE);
    const struct task_make m = {.function = function,
                                .data = data,
                                .copy = copy,
                                .bytes = (size_t)bytes,
                                .align = (size_t)align,
                                .deferred = deferred,
                                .final = flags & FLAG_FINAL};
    task_make(&m, flags & FLAG_DEPEND ? &needs : NULL, SITE);
}

API void GOMP_taskwait(void)
{
    task_wait(SITE);
}

API void GOMP_taskwait_depend(void **depend)
{
    struct needs needs = {0};
    read_needs(depend, &needs, SITE);
    task_wait_for(&needs, SITE);
}

API void GOMP_taskyield(void)
{
    task_yield(SITE);
}

API void GOMP_taskgroup_start(void)
{
    task_group_begin();
}

API void GOMP_taskgroup_end(void)
{
    task_group_end(SITE);
}

/* The range of a task of a loop is at the beginning of its data. */
static void set_range(void *data, const void *range)
{
    memcpy(data, range, 2 * sizeof(uint64_t));
}

static void taskloop(struct task_make m, unsigned flags, uint64_t tasks, uint64_t first,
                     uint64_t step, uint64_t n, void *site)
{
    uint64_t grain = tasks, range[2], at = 0;
    if (flags & FLAG_REDUCTION)
        team_refuse("reductions of tasks (taskloop reduction)", site);
    if (flags & FLAG_GRAINSIZE)
        tasks = flags & FLAG_STRICT ? (n + grain - 1) / grain : n / grain;
    else if (!tasks)
        tasks = team_now()->size;
    if (tasks > n)
        tasks = n;
    tasks = tasks ? tasks : n != 0;
    m.deferred = flags & FLAG_IF;
    m.final = flags & FLAG_FINAL;
    m.settle = set_range;
    m.with = range;
    if (!(flags & FLAG_NOGROUP))
        task_group_begin();
    for (uint64_t i = 0; i < tasks; i++) {
        uint64_t some = n / tasks + (i < n % tasks);
        if (flags & FLAG_GRAINSIZE && flags & FLAG_STRICT)
            some = n - at < grain ? n - at : grain;
        range[0] = first + at * step;
        at += some;
        range[1] = first + at * step;
        task_make(&m, NULL, site);
    }
    if (!(flags & FLAG_NOGROUP))
        task_group_end(site);
}

API void GOMP_taskloop(void (*function)(void *), void *data, void (*copy)(void *, void *),
                       long bytes, long align, unsigned flags, unsigned long tasks,
                       int priority, long start, long end, long step)
{
    (void)priority;
    const struct task_make m = {function, data, copy, (size_t)bytes, (size_t)align, 0,
                                0,        0,    0};
    taskloop(m, flags, tasks, (uint64_t)start, (uint64_t)step, trips(start, end, step),
             SITE);
}

API void GOMP_taskloop_ull(void (*function)(void *), void *data,
                           void (*copy)(void *, void *), long bytes, long align,
                           unsigned flags, unsigned long tasks, int priority, ull start,
                           ull end, ull step)
{
    (void)priority;
    const struct task_make m = {function, data, copy, (size_t)bytes, (size_t)align, 0,
                                0,        0,    0};
    const struct loop l =
        unsigned_loop(SCHEDULE_STATIC, flags & FLAG_UP, start, end, step, 0);
    taskloop(m, flags, tasks, start, step, l.n, SITE);
}

/* ---- cancellation is off, as it is unless OMP_CANCELLATION says otherwise ---- */

API bool GOMP_cancel(int which, bool wanted)
{
    const char *on = getenv("OMP_CANCELLATION");
    (void)which;
    if (wanted && on && (*on == 't' || *on == 'T' || *on == '1'))
        team_refuse("cancellation (OMP_CANCELLATION)", SITE);
    return false;
}

API bool GOMP_cancellation_point(int which)
{
    (void)which;
    return false;
}

API bool GOMP_barrier_cancel(void)
{
    team_barrier(SITE);
    return false;
}

/* ---- memory ---- */

API void *GOMP_alloc(size_t align, size_t bytes, uintptr_t allocator)
{
    (void)allocator;
    return aligned_alloc(align ? align : 16, (bytes + align) & ~(align ? align - 1 : 0));
}

API void GOMP_free(void *at, uintptr_t allocator)
{
    (void)allocator;
    free(at);
}

/* ---- target and teams: by this thread, in one team ---- */

/* What the region is to have copies of is copied. */
static void perform_here(void (*function)(void *), size_t n, void **at,
                         const size_t *bytes, const uint16_t *kinds, void *site)
{
    enum { KIND = 0xff, FIRST_PRIVATE = 12 };
    void *with[n + 1];
    team_on_host(site);
    for (size_t i = 0; i < n; i++) {
        with[i] = at[i];
        if ((kinds[i] & KIND) != FIRST_PRIVATE)
            continue;
        with[i] = malloc(bytes[i]);
        memcpy(with[i], at[i], bytes[i]);
    }
    function(with);
    for (size_t i = 0; i < n; i++)
        if ((kinds[i] & KIND) == FIRST_PRIVATE)
            free(with[i]);
}

API void GOMP_target_ext(int device, void (*function)(void *), size_t n, void **at,
                         const size_t *bytes, const uint16_t *kinds, unsigned flags,
                         void **depend, void **arguments)
{
    enum { NOWAIT = 1 };
    struct needs needs = {0};
    (void)device, (void)arguments;
    if (flags & NOWAIT)
        team_refuse("target nowait", SITE);
    if (depend) {
        read_needs(depend, &needs, SITE);
        task_wait_for(&needs, SITE);
    }
    perform_here(function, n, at, bytes, kinds, SITE);
}

API void GOMP_target_data_ext(void)
{
    team_on_host(SITE);
}
API void GOMP_target_end_data(void)
{
}
API void GOMP_target_update_ext(void)
{
    team_on_host(SITE);
}
API void GOMP_target_enter_exit_data(void)
{
    team_on_host(SITE);
}

API bool GOMP_teams4(unsigned low, unsigned high, unsigned threads, bool first)
{
    (void)low, (void)high, (void)threads;
    if (first)
        team_on_host(SITE);
    return first;
}

API void GOMP_teams(unsigned n, unsigned threads)
{
    (void)n, (void)threads;
    team_on_host(SITE);
}

API void GOMP_teams_reg(void (*function)(void *), void *data, unsigned n,
                        unsigned threads, unsigned flags)
{
    (void)n, (void)threads, (void)flags;
    team_on_host(SITE);
    function(data);
}

/* ---- what is not followed ---- */

#define REFUSED(function, what)                                                          \
    API void function(void)                                                              \
    {                                                                                    \
        team_refuse(what, SITE);                                                         \
    }
REFUSED(GOMP_target, "target as GCC 4 has compiled it")
REFUSED(GOMP_target_data, "target as GCC 4 has compiled it")
REFUSED(GOMP_target_update, "target as GCC 4 has compiled it")
REFUSED(GOMP_parallel_reductions, "reductions of tasks (task_reduction)")
REFUSED(GOMP_taskgroup_reduction_register, "reductions of tasks (task_reduction)")
REFUSED(GOMP_taskgroup_reduction_unregister, "reductions of tasks (task_reduction)")
REFUSED(GOMP_task_reduction_remap, "reductions of tasks (in_reduction)")
REFUSED(GOMP_workshare_task_reduction_unregister, "reductions of tasks (task_reduction)")
REFUSED(GOMP_error, "error directive")
REFUSED(omp_fulfill_event, "detach of tasks")
REFUSED(omp_fulfill_event_, "detach of tasks")

/* Constructors of programs for devices call these. */
API void GOMP_offload_register(void)
{
}
API void GOMP_offload_unregister(void)
{
}
API void GOMP_offload_register_ver(void)
{
}
API void GOMP_offload_unregister_ver(void)
{
}
API void GOMP_warning(void)
{
}
