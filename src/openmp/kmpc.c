/* SPDX-License-Identifier: Apache-2.0
 *
 * kmpc.c - what clang calls for OpenMP's constructs: the functions of libomp.so.5, which
 * this library is called, too. What is not followed is at the end. */
#include "openmp/team.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Where in the source it is; not used, as the caller is known. */
struct ident;
#define LOC    const struct ident *loc, int32_t thread
#define UNUSED (void)loc, (void)thread

/* ---- regions ---- */

typedef void outlined(int32_t *thread, int32_t *bound, ...);

struct call {
    outlined *function;
    int64_t n;
    void *at[];
};

/* Calls function(thread, bound, at[0], ..., at[n - 1]). */
#define UNNAMED                                                                          \
    __attribute__((unused)) /* by C: the assembly takes it from its register */
__attribute__((naked)) static void invoke(UNNAMED outlined *function,
                                          UNNAMED int32_t *thread, UNNAMED int32_t *bound,
                                          UNNAMED int64_t n, UNNAMED void **at)
{
    __asm__("pushq %rbp\n\t"
            ".cfi_def_cfa_offset 16\n\t"
            ".cfi_offset rbp, -16\n\t"
            "movq %rsp, %rbp\n\t"
            ".cfi_def_cfa_register rbp\n\t"
            "movq %rdi, %r10\n\t"
            "movq %rsi, %rdi\n\t"
            "movq %rdx, %rsi\n\t"
            "movq %r8, %r11\n\t"
            "movq %rcx, %rax\n\t"
            "subq $4, %rax\n\t" /* those on the stack, an even number of places */
            "jle 2f\n\t"
            "leaq 1(%rax), %rdx\n\t"
            "andq $-2, %rdx\n\t"
            "shlq $3, %rdx\n\t"
            "subq %rdx, %rsp\n\t"
            "1:\n\t"
            "movq 24(%r11,%rax,8), %rdx\n\t"
            "movq %rdx, -8(%rsp,%rax,8)\n\t"
            "decq %rax\n\t"
            "jnz 1b\n\t"
            "2:\n\t" /* the others: there is room for four in any case */
            "movq (%r11), %rdx\n\t"
            "movq 8(%r11), %rcx\n\t"
            "movq 16(%r11), %r8\n\t"
            "movq 24(%r11), %r9\n\t"
            "xorl %eax, %eax\n\t"
            "callq *%r10\n\t"
            "leave\n\t"
            ".cfi_def_cfa rsp, 8\n\t"
            "ret");
}

static void perform(void *from)
{
    struct call *c = from;
    int32_t thread = (int32_t)team_now()->id, bound = 0;
    invoke(c->function, &thread, &bound, c->n, c->at);
}

static uint32_t threads_wanted(void)
{
    struct region_thread *c = team_now();
    uint32_t n = c->wanted;
    c->wanted = 0;
    return n;
}

API void __kmpc_fork_call(const struct ident *loc, int32_t n, outlined *function, ...)
{
    size_t most = n > 4 ? (size_t)n : 4;
    struct call *c = __builtin_alloca(sizeof *c + most * sizeof *c->at);
    va_list list;
    (void)loc;
    *c = (struct call){.function = function, .n = n};
    memset(c->at, 0, most * sizeof *c->at);
    va_start(list, function);
    for (int32_t i = 0; i < n; i++)
        c->at[i] = va_arg(list, void *);
    va_end(list);
    team_parallel(perform, c, threads_wanted(), NULL, 0, SITE);
}

API void __kmpc_fork_call_if(const struct ident *loc, int32_t n, outlined *function,
                             int32_t wanted, void *argument)
{
    struct call *c = __builtin_alloca(sizeof *c + 4 * sizeof *c->at);
    (void)loc;
    *c = (struct call){.function = function, .n = n};
    memset(c->at, 0, 4 * sizeof *c->at);
    c->at[0] = argument;
    uint32_t threads = threads_wanted();
    team_parallel(perform, c, wanted ? threads : 1, NULL, 0, SITE);
}

/* There is one team. */
API void __kmpc_fork_teams(const struct ident *loc, int32_t n, outlined *function, ...)
{
    size_t most = n > 4 ? (size_t)n : 4;
    struct call *c = __builtin_alloca(sizeof *c + most * sizeof *c->at);
    va_list list;
    (void)loc;
    *c = (struct call){.function = function, .n = n};
    memset(c->at, 0, most * sizeof *c->at);
    va_start(list, function);
    for (int32_t i = 0; i < n; i++)
        c->at[i] = va_arg(list, void *);
    va_end(list);
    team_on_host(SITE);
    perform(c);
}

API void __kmpc_push_num_teams(LOC, int32_t n, int32_t threads)
{
    UNUSED;
    (void)n, (void)threads;
}

API void __kmpc_push_num_teams_51(LOC, int32_t low, int32_t high, int32_t threads)
{
    UNUSED;
    (void)low, (void)high, (void)threads;
}

API void __kmpc_push_num_threads(LOC, int32_t n)
{
    UNUSED;
    team_now()->wanted = n > 0 ? (uint32_t)n : 1;
}

API void __kmpc_push_proc_bind(LOC, int how)
{
    UNUSED;
    (void)how;
}

API void __kmpc_serialized_parallel(LOC)
{
    UNUSED;
    threads_wanted();
    team_begin(NULL, NULL, 1, NULL, 0, SITE);
}

API void __kmpc_end_serialized_parallel(LOC)
{
    UNUSED;
    team_end(SITE);
}

API int32_t __kmpc_global_thread_num(const struct ident *loc)
{
    (void)loc;
    return (int32_t)team_now()->id;
}

API int32_t __kmpc_bound_thread_num(const struct ident *loc)
{
    (void)loc;
    return (int32_t)team_now()->id;
}

API int32_t __kmpc_global_num_threads(const struct ident *loc)
{
    (void)loc;
    return (int32_t)team_now()->size;
}

API int32_t __kmpc_bound_num_threads(const struct ident *loc)
{
    (void)loc;
    return (int32_t)team_now()->size;
}

API int32_t __kmpc_in_parallel(const struct ident *loc)
{
    (void)loc;
    return team_now()->active > 0;
}

API int32_t __kmpc_ok_to_fork(const struct ident *loc)
{
    (void)loc;
    return 1;
}

API void __kmpc_begin(const struct ident *loc, int32_t flags)
{
    (void)loc, (void)flags;
}

API void __kmpc_end(const struct ident *loc)
{
    (void)loc;
}

API void __kmpc_barrier(LOC)
{
    UNUSED;
    team_barrier(SITE);
}

API int32_t __kmpc_cancel_barrier(LOC)
{
    UNUSED;
    team_barrier(SITE);
    return 0;
}

API void __kmpc_flush(const struct ident *loc)
{
    (void)loc;
    __sync_synchronize();
}

/* ---- one thread ---- */

API int32_t __kmpc_master(LOC)
{
    UNUSED;
    return team_now()->id == 0;
}

API void __kmpc_end_master(LOC)
{
    UNUSED;
}

API int32_t __kmpc_masked(LOC, int32_t which)
{
    UNUSED;
    return (int32_t)team_now()->id == which;
}

API void __kmpc_end_masked(LOC)
{
    UNUSED;
}

API int32_t __kmpc_single(LOC)
{
    UNUSED;
    return single_first(SITE);
}

API void __kmpc_end_single(LOC)
{
    UNUSED;
}

API void __kmpc_copyprivate(LOC, size_t bytes, void *data, void (*copy)(void *, void *),
                            int32_t mine)
{
    UNUSED;
    (void)bytes;
    void *from = single_copy(data, mine, SITE);
    if (!mine)
        copy(data, from);
    team_barrier(SITE);
}

static void lock(void *name, enum omp_verb verb, void *site)
{
    struct omp_object o = critical_lock(name);
    if (omp_port_checks(site))
        omp_port_ask(verb, &o, 0, site);
}

API void __kmpc_critical(LOC, void *name)
{
    UNUSED;
    lock(name, OMP_LOCK, SITE);
}

API void __kmpc_critical_with_hint(LOC, void *name, uint32_t hint)
{
    UNUSED;
    (void)hint;
    lock(name, OMP_LOCK, SITE);
}

API void __kmpc_end_critical(LOC, void *name)
{
    UNUSED;
    lock(name, OMP_UNLOCK, SITE);
}

static char atomics;

API void __kmpc_atomic_start(void)
{
    lock(&atomics, OMP_LOCK, SITE);
}

API void __kmpc_atomic_end(void)
{
    lock(&atomics, OMP_UNLOCK, SITE);
}

/* ---- reductions: each thread adds its part under a lock ---- */

API int32_t __kmpc_reduce(LOC, int32_t n, size_t bytes, void *data,
                          void (*reduce)(void *, void *), void *name)
{
    UNUSED;
    (void)n, (void)bytes, (void)data, (void)reduce;
    if (team_now()->pool)
        lock(name, OMP_LOCK, SITE);
    return 1;
}

API int32_t __kmpc_reduce_nowait(LOC, int32_t n, size_t bytes, void *data,
                                 void (*reduce)(void *, void *), void *name)
{
    UNUSED;
    (void)n, (void)bytes, (void)data, (void)reduce;
    if (team_now()->pool)
        lock(name, OMP_LOCK, SITE);
    return 1;
}

API void __kmpc_end_reduce_nowait(LOC, void *name)
{
    UNUSED;
    if (team_now()->pool)
        lock(name, OMP_UNLOCK, SITE);
}

API void __kmpc_end_reduce(LOC, void *name)
{
    UNUSED;
    if (team_now()->pool)
        lock(name, OMP_UNLOCK, SITE);
    team_barrier(SITE);
}

/* ---- loops ---- */

/* The schedules that compilers name; what is monotonic is said by two bits. */
enum {
    STATIC_CHUNKS = 33,
    STATIC = 34,
    DYNAMIC = 35,
    GUIDED = 36,
    RUNTIME = 37,
    AUTO = 38,
    DISTRIBUTE = 91,
    ORDERED = 65 - 33, /* is added to these */
    MONOTONIC = 3 << 29
};

static enum schedule schedule_of(int32_t how, uint64_t *chunk, bool *ordered)
{
    how &= ~MONOTONIC;
    *ordered = how >= STATIC_CHUNKS + ORDERED && how <= AUTO + ORDERED;
    switch (how - (*ordered ? ORDERED : 0)) {
    case STATIC_CHUNKS:
        return SCHEDULE_STATIC;
    case DYNAMIC:
        return SCHEDULE_DYNAMIC;
    case GUIDED:
        return SCHEDULE_GUIDED;
    case RUNTIME:
        *chunk = team_now()->settings.chunk;
        return team_now()->settings.schedule;
    default:
        *chunk = 0;
        return SCHEDULE_STATIC;
    }
}

/* How many iterations there are from `low` to `high`, both of them included. */
static uint64_t count(int64_t low, int64_t high, int64_t step)
{
    if (step > 0 ? low > high : low < high)
        return 0;
    return (step > 0 ? (uint64_t)high - (uint64_t)low : (uint64_t)low - (uint64_t)high) /
               (step > 0 ? (uint64_t)step : -(uint64_t)step) +
           1;
}

static uint64_t count_unsigned(uint64_t low, uint64_t high, int64_t step)
{
    if (step > 0 ? low > high : low < high)
        return 0;
    return (step > 0 ? high - low : low - high) /
               (step > 0 ? (uint64_t)step : -(uint64_t)step) +
           1;
}

struct range {
    uint64_t low, high, stride;
    int32_t last;
};

/* What a static schedule gives the thread: its first part, and how far it is to the next.
 */
static void divide(struct range *r, uint64_t n, int64_t step, int32_t how, uint64_t chunk)
{
    struct region_thread *c = team_now();
    uint64_t by = (uint64_t)step, low = r->low;
    work_begin(c, CONSTRUCT_LOOP);
    if (!n) {
        r->last = 0;
        r->stride = by;
        return;
    }
    if ((how & ~MONOTONIC) >= DISTRIBUTE) { /* among teams: there is one */
        r->last = 1;
        r->stride = n * by;
        return;
    }
    if ((how & ~MONOTONIC) == STATIC_CHUNKS) {
        chunk = chunk ? chunk : 1;
        r->low = low + c->id * chunk * by;
        r->high = r->low + (chunk - 1) * by;
        r->stride = c->size * chunk * by;
        r->last = (n - 1) / chunk % c->size == c->id;
        return;
    }
    uint64_t some = n / c->size, more = n % c->size;
    uint64_t from = some * c->id + (c->id < more ? c->id : more);
    uint64_t mine = some + (c->id < more);
    r->low = low + from * by;
    r->high = low + (from + mine - 1) * by;
    r->stride = n * by;
    r->last = mine && from + mine == n;
}

/* `of` is the type of the program's variable, `step` that of steps. */
#define LOOPS(name, of, by, counts)                                                      \
    API void __kmpc_for_static_init_##name(LOC, int32_t how, int32_t *last, of *low,     \
                                           of *high, by *stride, by step, by chunk)      \
    {                                                                                    \
        UNUSED;                                                                          \
        struct range r = {(uint64_t)*low, (uint64_t)*high, 0, 0};                        \
        divide(&r, counts(*low, *high, step), step, how,                                 \
               chunk > 0 ? (uint64_t)chunk : 0);                                         \
        *low = (of)r.low;                                                                \
        *high = (of)r.high;                                                              \
        *stride = (by)r.stride;                                                          \
        if (last)                                                                        \
            *last = r.last;                                                              \
    }                                                                                    \
    API void __kmpc_dispatch_init_##name(LOC, int32_t how, of low, of high, by step,     \
                                         by chunk)                                       \
    {                                                                                    \
        UNUSED;                                                                          \
        share_out(how, (uint64_t)low, (uint64_t)high, (uint64_t)(int64_t)step,           \
                  counts(low, high, step), chunk > 0 ? (uint64_t)chunk : 0);             \
    }                                                                                    \
    API int32_t __kmpc_dispatch_next_##name(LOC, int32_t *last, of *low, of *high,       \
                                            by *stride)                                  \
    {                                                                                    \
        UNUSED;                                                                          \
        const struct loop *l = &team_now()->loop;                                        \
        if (!loop_next(SITE))                                                            \
            return 0;                                                                    \
        *low = (of)(l->start + l->from * l->step);                                       \
        *high = (of)(l->start + (l->to - 1) * l->step);                                  \
        *stride = (by)l->step;                                                           \
        if (last)                                                                        \
            *last = l->to == l->n;                                                       \
        return 1;                                                                        \
    }                                                                                    \
    API void __kmpc_dispatch_fini_##name(LOC)                                            \
    {                                                                                    \
        UNUSED;                                                                          \
    }

static void share_out(int32_t how, uint64_t low, uint64_t high, uint64_t step, uint64_t n,
                      uint64_t chunk)
{
    struct region_thread *c = team_now();
    bool ordered;
    enum schedule is = schedule_of(how, &chunk, &ordered);
    struct loop l = loop_make(is, low, high, step, n, chunk);
    work_begin(c, CONSTRUCT_LOOP);
    l.ordered = ordered;
    loop_begin(c, &l);
}

LOOPS(4, int32_t, int32_t, count)
LOOPS(4u, uint32_t, int32_t, count_unsigned)
LOOPS(8, int64_t, int64_t, count)
LOOPS(8u, uint64_t, int64_t, count_unsigned)

API void __kmpc_for_static_fini(LOC)
{
    UNUSED;
}

API void __kmpc_ordered(LOC)
{
    UNUSED;
    loop_ordered(SITE);
}

API void __kmpc_end_ordered(LOC)
{
    UNUSED;
}

/* ---- loops whose iterations wait for each other ---- */

struct dimension {
    int64_t low, high, step;
};

API void __kmpc_doacross_init(LOC, int32_t n, const struct dimension *d)
{
    UNUSED;
    struct region_thread *c = team_now();
    if (n > DEEPEST)
        team_refuse("ordered(n) with n > 16", SITE);
    work_begin(c, CONSTRUCT_LOOP);
    c->across = (struct across){.work = c->works, .loops = (uint32_t)n};
    for (int32_t i = 0; i < n; i++) {
        c->across.from[i] = d[i].low;
        c->across.step[i] = d[i].step;
        c->across.counts[i] = count(d[i].low, d[i].high, d[i].step);
    }
}

/* False: there is no such iteration. */
static bool locate(const int64_t *values, uint64_t *at)
{
    const struct across *a = &team_now()->across;
    for (uint32_t i = 0; i < a->loops; i++) {
        int64_t k = (values[i] - a->from[i]) / a->step[i];
        if (k < 0 || (uint64_t)k >= a->counts[i] ||
            values[i] != a->from[i] + k * a->step[i])
            return false;
        at[i] = (uint64_t)k;
    }
    return true;
}

API void __kmpc_doacross_wait(LOC, const int64_t *values)
{
    UNUSED;
    uint64_t at[DEEPEST];
    if (locate(values, at))
        loop_wait(at, SITE);
}

API void __kmpc_doacross_post(LOC, const int64_t *values)
{
    UNUSED;
    uint64_t at[DEEPEST];
    if (locate(values, at))
        loop_post(at, SITE);
}

API void __kmpc_doacross_fini(LOC)
{
    UNUSED;
}

/* ---- tasks ---- */

/* What the compiler puts private variables behind. */
struct kmp_task {
    void *shared;
    int32_t (*entry)(int32_t thread, void *task);
    int32_t part;
    union {
        int32_t priority;
        int32_t (*destructors)(int32_t thread, void *task);
    } one, two;
};

/* What is before it. */
struct around {
    size_t bytes; /* of the task */
    bool final, destructors, put;
    struct task task; /* of one that its maker performs */
    max_align_t align;
    struct kmp_task is;
};

enum { KMP_FINAL = 1 << 1, KMP_DESTRUCTORS = 1 << 3, KMP_DETACH = 1 << 6 };

static struct around *around(struct kmp_task *t)
{
    return (struct around *)(void *)((char *)t - offsetof(struct around, is));
}

API struct kmp_task *__kmpc_omp_task_alloc(LOC, int32_t flags, size_t bytes,
                                           size_t shared,
                                           int32_t (*entry)(int32_t, void *))
{
    UNUSED;
    size_t head = offsetof(struct around, is), at = (bytes + 15) & ~(size_t)15;
    if (flags & KMP_DETACH)
        team_refuse("detach of tasks", SITE);
    struct around *a = calloc(1, head + at + shared);
    a->bytes = at + shared;
    a->final = flags & KMP_FINAL;
    a->destructors = flags & KMP_DESTRUCTORS;
    a->is.entry = entry;
    a->is.shared = shared ? (char *)&a->is + at : NULL;
    return &a->is;
}

static void drop(struct kmp_task *t)
{
    if (around(t)->destructors)
        t->one.destructors((int32_t)team_now()->id, t);
    free(around(t));
}

/* The data of a task is where its structure is. */
static void perform_task(void *at)
{
    struct kmp_task *t = *(struct kmp_task **)at;
    t->entry((int32_t)team_now()->id, t);
    drop(t);
}

static void make(struct kmp_task *t, bool deferred, struct needs *needs, void *site)
{
    const struct task_make m = {.function = perform_task,
                                .data = &t,
                                .bytes = sizeof t,
                                .align = sizeof t,
                                .deferred = deferred,
                                .final = around(t)->final};
    task_make(&m, needs, site);
}

API int32_t __kmpc_omp_task(LOC, struct kmp_task *t)
{
    UNUSED;
    make(t, true, NULL, SITE);
    return 0;
}

struct kmp_depend {
    const void *variable;
    size_t bytes;
    uint8_t flags;
};

static void read_needs(struct needs *n, int32_t count, const struct kmp_depend *d,
                       void *site)
{
    enum { IN = 1, OUT = 2 };
    for (int32_t i = 0; i < count; i++) {
        if (d[i].flags & ~(IN | OUT))
            team_refuse("depend(mutexinoutset: ...) and depend(inoutset: ...)", site);
        needs_add(n, d[i].variable, d[i].flags & OUT, site);
    }
}

API int32_t __kmpc_omp_task_with_deps(LOC, struct kmp_task *t, int32_t n,
                                      const struct kmp_depend *d, int32_t more,
                                      const struct kmp_depend *others)
{
    UNUSED;
    struct needs needs = {0};
    read_needs(&needs, n, d, SITE);
    read_needs(&needs, more, others, SITE);
    make(t, true, &needs, SITE);
    return 0;
}

API void __kmpc_omp_wait_deps(LOC, int32_t n, const struct kmp_depend *d, int32_t more,
                              const struct kmp_depend *others)
{
    UNUSED;
    struct needs needs = {0};
    read_needs(&needs, n, d, SITE);
    read_needs(&needs, more, others, SITE);
    task_wait_for(&needs, SITE);
}

API void __kmpc_omp_taskwait_deps_51(LOC, int32_t n, const struct kmp_depend *d,
                                     int32_t more, const struct kmp_depend *others,
                                     int32_t nowait)
{
    UNUSED;
    (void)nowait;
    struct needs needs = {0};
    read_needs(&needs, n, d, SITE);
    read_needs(&needs, more, others, SITE);
    task_wait_for(&needs, SITE);
}

API void __kmpc_omp_task_begin_if0(LOC, struct kmp_task *t)
{
    UNUSED;
    task_enter(&around(t)->task, around(t)->final);
}

API void __kmpc_omp_task_complete_if0(LOC, struct kmp_task *t)
{
    UNUSED;
    task_leave();
    drop(t);
}

API int32_t __kmpc_omp_taskwait(LOC)
{
    UNUSED;
    task_wait(SITE);
    return 0;
}

API int32_t __kmpc_omp_taskyield(LOC, int end)
{
    UNUSED;
    (void)end;
    task_yield(SITE);
    return 0;
}

API void __kmpc_taskgroup(LOC)
{
    UNUSED;
    task_group_begin();
}

API void __kmpc_end_taskgroup(LOC)
{
    UNUSED;
    task_group_end(SITE);
}

typedef void duplicate(struct kmp_task *to, struct kmp_task *from, int32_t last);

/* Another task like it, for the iterations from `low` to `high`. */
static struct kmp_task *another(struct kmp_task *t, duplicate *copy, size_t low_at,
                                size_t high_at, uint64_t low, uint64_t high, bool last)
{
    struct around *a = malloc(offsetof(struct around, is) + around(t)->bytes);
    memcpy(a, around(t), offsetof(struct around, is) + around(t)->bytes);
    struct kmp_task *to = &a->is;
    if (t->shared)
        to->shared = (char *)to + ((char *)t->shared - (char *)t);
    memcpy((char *)to + low_at, &low, sizeof low);
    memcpy((char *)to + high_at, &high, sizeof high);
    if (copy)
        copy(to, t, last);
    return to;
}

static void taskloop(struct kmp_task *t, bool deferred, uint64_t *low, uint64_t *high,
                     int64_t step, bool group, int how, uint64_t much, bool strict,
                     duplicate *copy, void *site)
{
    enum { BY_GRAIN = 1 };
    uint64_t first = *low, by = (uint64_t)step,
             n = count((int64_t)*low, (int64_t)*high, step);
    uint64_t tasks = how == BY_GRAIN ? (strict ? (n + much - 1) / much : n / much) : much;
    uint64_t at = 0;
    size_t low_at = (size_t)((char *)low - (char *)t);
    size_t high_at = (size_t)((char *)high - (char *)t);
    tasks = tasks ? tasks : how == BY_GRAIN ? 1 : team_now()->size;
    tasks = tasks > n ? n : tasks;
    if (group)
        task_group_begin();
    for (uint64_t i = 0; i < tasks; i++) {
        uint64_t some = n / tasks + (i < n % tasks);
        if (how == BY_GRAIN && strict)
            some = n - at < much ? n - at : much;
        make(another(t, copy, low_at, high_at, first + at * by,
                     first + (at + some - 1) * by, i == tasks - 1),
             deferred, NULL, site);
        at += some;
    }
    if (group)
        task_group_end(site);
    drop(t);
}

API void __kmpc_taskloop(LOC, struct kmp_task *t, int deferred, uint64_t *low,
                         uint64_t *high, int64_t step, int nogroup, int how,
                         uint64_t much, duplicate *copy)
{
    UNUSED;
    taskloop(t, deferred, low, high, step, !nogroup, how, much, false, copy, SITE);
}

API void __kmpc_taskloop_5(LOC, struct kmp_task *t, int deferred, uint64_t *low,
                           uint64_t *high, int64_t step, int nogroup, int how,
                           uint64_t much, int strict, duplicate *copy)
{
    UNUSED;
    taskloop(t, deferred, low, high, step, !nogroup, how, much, strict, copy, SITE);
}

/* ---- cancellation is off, as it is unless OMP_CANCELLATION says otherwise ---- */

API int32_t __kmpc_cancel(LOC, int32_t kind)
{
    const char *on = getenv("OMP_CANCELLATION");
    UNUSED;
    (void)kind;
    if (on && (*on == 't' || *on == 'T' || *on == '1'))
        team_refuse("cancellation (OMP_CANCELLATION)", SITE);
    return 0;
}

API int32_t __kmpc_cancellationpoint(LOC, int32_t kind)
{
    UNUSED;
    (void)kind;
    return 0;
}

/* ---- memory ---- */

API void *__kmpc_alloc(int32_t thread, size_t bytes, uintptr_t allocator)
{
    (void)thread, (void)allocator;
    return malloc(bytes);
}

API void __kmpc_free(int32_t thread, void *at, uintptr_t allocator)
{
    (void)thread, (void)allocator;
    free(at);
}

/* ---- what is not followed ---- */

#define REFUSED(function, what)                                                          \
    API void function(void)                                                              \
    {                                                                                    \
        team_refuse(what, SITE);                                                         \
    }
#define OF_TASKS   "reductions of tasks (task_reduction, in_reduction)"
#define OF_STORAGE "threadprivate variables without thread-local storage"
REFUSED(__kmpc_dist_for_static_init_4, "teams construct")
REFUSED(__kmpc_dist_for_static_init_4u, "teams construct")
REFUSED(__kmpc_dist_for_static_init_8, "teams construct")
REFUSED(__kmpc_dist_for_static_init_8u, "teams construct")
REFUSED(__kmpc_team_static_init_4, "teams construct")
REFUSED(__kmpc_team_static_init_4u, "teams construct")
REFUSED(__kmpc_team_static_init_8, "teams construct")
REFUSED(__kmpc_team_static_init_8u, "teams construct")
REFUSED(__kmpc_dist_dispatch_init_4, "teams construct")
REFUSED(__kmpc_dist_dispatch_init_4u, "teams construct")
REFUSED(__kmpc_dist_dispatch_init_8, "teams construct")
REFUSED(__kmpc_dist_dispatch_init_8u, "teams construct")
REFUSED(__kmpc_omp_target_task_alloc, "constructs for devices (target)")
REFUSED(__kmpc_omp_reg_task_with_affinity, "affinity of tasks")
REFUSED(__kmpc_task_allow_completion_event, "detach of tasks")
REFUSED(__kmpc_proxy_task_completed, "detach of tasks")
REFUSED(__kmpc_proxy_task_completed_ooo, "detach of tasks")
REFUSED(omp_fulfill_event, "detach of tasks")
REFUSED(__kmpc_task_reduction_init, OF_TASKS)
REFUSED(__kmpc_task_reduction_modifier_init, OF_TASKS)
REFUSED(__kmpc_task_reduction_modifier_fini, OF_TASKS)
REFUSED(__kmpc_task_reduction_get_th_data, OF_TASKS)
REFUSED(__kmpc_taskred_init, OF_TASKS)
REFUSED(__kmpc_taskred_modifier_init, OF_TASKS)
REFUSED(__kmpc_threadprivate, OF_STORAGE)
REFUSED(__kmpc_threadprivate_cached, OF_STORAGE)
REFUSED(__kmpc_threadprivate_register, OF_STORAGE)
REFUSED(__kmpc_threadprivate_register_vec, OF_STORAGE)
REFUSED(__kmpc_barrier_master, "barrier_master")
REFUSED(__kmpc_barrier_master_nowait, "barrier_master")
REFUSED(__kmpc_end_barrier_master, "barrier_master")
REFUSED(__kmpc_error, "error directive")
REFUSED(__kmpc_scope, "scope construct")
REFUSED(__kmpc_end_scope, "scope construct")
