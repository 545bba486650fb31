/* SPDX-License-Identifier: Apache-2.0
 *
 * team.c - teams of threads: see team.h. */
#include "openmp/team.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static __thread struct region_thread *now;
static __thread struct region_thread base;
static __thread struct pool *mine;

/* ---- settings ---- */

/* The number that a variable of the environment begins with; 0: it does not. */
static uint32_t number_in(const char *variable)
{
    const char *text = getenv(variable);
    unsigned long n = text ? strtoul(text, NULL, 10) : 0;
    return n < UINT32_MAX ? (uint32_t)n : 0;
}

uint32_t team_default(void)
{
    uint32_t n = number_in("OMP_NUM_THREADS");
    return n ? n : omp_port_threads();
}

static void read_schedule(struct omp_settings *s)
{
    const char *text = getenv("OMP_SCHEDULE");
    const char *colon = text ? strchr(text, ':') : NULL;
    text = colon ? colon + 1 : text;
    s->schedule = SCHEDULE_DYNAMIC;
    s->chunk = 1;
    if (!text)
        return;
    while (*text == ' ')
        text++;
    const char *comma = strchr(text, ',');
    s->schedule = !strncasecmp(text, "dynamic", 7)  ? SCHEDULE_DYNAMIC
                  : !strncasecmp(text, "guided", 6) ? SCHEDULE_GUIDED
                                                    : SCHEDULE_STATIC;
    s->chunk = comma ? strtoul(comma + 1, NULL, 10) : s->schedule != SCHEDULE_STATIC;
}

struct region_thread *team_now(void)
{
    if (now)
        return now;
    base.settings.threads = team_default();
    read_schedule(&base.settings);
    base.size = 1;
    base.task = &base.implicit;
    base.implicit.node = NOT_MADE;
    base.implicit.within = OMP_NO_NODE;
    return now = &base;
}

_Noreturn void team_refuse(const char *what, void *site)
{
    char text[160];
    snprintf(text, sizeof text, "uses OpenMP's %s, which is not followed", what);
    if (omp_port_checks(site))
        omp_port_refuse(text, site);
    fprintf(stderr, "mazurka: the program %s\n", text);
    abort();
}

void team_allow_nested(void)
{
    omp_port_assumes("OpenMP: parallel regions inside of others have one thread");
}

void team_on_host(void *site)
{
    if (omp_port_checks(site))
        omp_port_leaves_out(
            "OpenMP: devices other than the host, and more than one team");
}

/* ---- objects ---- */

static uint64_t mix(uint64_t x, uint64_t more)
{
    x = (x ^ more) * UINT64_C(0x9e3779b97f4a7c15);
    return x ^ x >> 29;
}

struct omp_object team_object(const struct region_thread *c, uint32_t work, uint64_t part,
                              int32_t initial, const char *word)
{
    uint64_t key = mix(mix(mix((uintptr_t)c->pool, c->pool->region), work), part);
    return (struct omp_object){.key = key | UINT64_C(1) << 63,
                               .made = work + 1,
                               .initial = initial,
                               .word = word};
}

static struct omp_object dock(const struct seat *s)
{
    return (struct omp_object){.key = (uintptr_t)s, .word = "work"};
}

/* ---- barriers ---- */

/* All threads of a team must come to the same constructs and barriers. Each notes what it
 * has come to, and compares when all are there. The next barrier but one is the first
 * that a thread can come to before the others of its team have compared. */
static void note(struct region_thread *c, bool last)
{
    c->pool->seen[c->barriers & 1][c->id] =
        (struct seen){c->barriers, last, c->works, c->kinds};
}

static void compare(struct region_thread *c, void *site)
{
    const struct seen *all = c->pool->seen[c->barriers & 1], *me = &all[c->id];
    char text[160];
    for (uint32_t i = 0; i < c->size; i++) {
        const struct seen *x = &all[i];
        if (x->barrier != me->barrier ||
            (x->last == me->last && x->works == me->works && x->kinds == me->kinds))
            continue;
        if (x->last != me->last)
            snprintf(
                text, sizeof text,
                "thread %u of the team waits at a barrier, and thread %u has come to "
                "the end of the parallel region without it",
                x->last ? c->id : i, x->last ? i : c->id);
        else
            snprintf(text, sizeof text,
                     "thread %u and thread %u of the team have not come to the same "
                     "constructs (loops, sections, single) before this barrier",
                     i < c->id ? i : c->id, i < c->id ? c->id : i);
        omp_port_fail(text, site);
    }
}

static void meet(struct region_thread *c, bool last, void *site)
{
    int32_t task;
    note(c, last);
    omp_port_ask(OMP_REACH, &c->barrier, 0, site);
    while ((task = omp_port_ask(OMP_PASS, &c->barrier, last, site)) > 0)
        task_perform((uint32_t)task - 1, site);
    compare(c, site);
    c->barrier.generation = ++c->barriers;
    task_forget(c);
}

void team_barrier(void *site)
{
    struct region_thread *c = team_now();
    if (!c->pool)
        return;
    if (c->task != &c->implicit)
        omp_port_fail("waits at a barrier inside of a task", site);
    meet(c, false, site);
}

/* ---- regions ---- */

/* Nested: `into` is alone. */
static void begin_alone(struct region_thread *into, struct region_thread *c)
{
    *into = (struct region_thread){.outer = c,
                                   .size = 1,
                                   .level = c->level + 1,
                                   .active = c->active,
                                   .settings = c->settings};
}

static void become(struct region_thread *c)
{
    c->task = &c->implicit;
    c->implicit.node = NOT_MADE;
    c->implicit.within = OMP_NO_NODE;
    now = c;
}

static void member(struct region_thread *c, struct region_thread *outer, struct pool *p,
                   uint32_t id)
{
    *c = (struct region_thread){.outer = outer,
                                .pool = p,
                                .id = id,
                                .size = p->n,
                                .level = p->level + 1,
                                .active = 1,
                                .settings = p->settings,
                                .barriers = p->barriers,
                                .barrier = p->barrier};
    c->barrier.generation = c->barriers;
    become(c);
    if (p->combined) {
        work_begin(c, p->combined);
        loop_begin(c, &p->loop);
    }
}

static void *work(void *from)
{
    struct seat *s = from;
    struct region_thread *outer = team_now();
    struct omp_object d = dock(s);
    for (;;) {
        struct region_thread c;
        member(&c, outer, s->pool, s->id);
        void *site = s->pool->site;
        s->pool->function(s->pool->data);
        meet(&c, true, site);
        now = outer;
        omp_port_ask(OMP_IDLE, &d, 0, site);
    }
    return NULL;
}

/* Lets the other threads work; makes those that there are not. */
static void call(struct pool *p, void *site)
{
    for (uint32_t i = 1; i < p->n; i++) {
        struct seat *s = &p->seat[i];
        struct omp_object d = dock(s);
        if (s->taken) {
            omp_port_ask(OMP_WAKE, &d, 0, site);
        } else {
            *s = (struct seat){p, i, true};
            omp_port_thread(i, work, s, site);
        }
    }
}

static uint32_t how_many(const struct region_thread *c, uint32_t n, void *site)
{
    uint32_t most = number_in("OMP_THREAD_LIMIT");
    n = n ? n : c->settings.threads;
    n = most && n > most ? most : n;
    if (c->active || n == 1)
        return 1;
    if (!omp_port_checks(site)) {
        omp_port_need_threads(site);
        return 1;
    }
    if (n >= TEAM_MOST)
        omp_port_refuse("makes a team of more than 63 threads", site);
    return n;
}

static void assume(void)
{
    static uint32_t told;
    char text[96];
    uint32_t n = team_default();
    if (told)
        return;
    told = 1;
    snprintf(text, sizeof text,
             "OpenMP with %u thread%s where the program does not say how many", n,
             n == 1 ? "" : "s");
    omp_port_assumes(text);
}

void team_begin(void (*function)(void *), void *data, uint32_t n, const struct loop *loop,
                enum construct combined, void *site)
{
    struct region_thread *c = team_now();
    uint32_t wanted = n;
    n = how_many(c, n, site);
    if (!wanted && !c->settings.said && !c->active && omp_port_checks(site))
        assume();
    if (n <= 1) {
        struct region_thread *alone = malloc(sizeof *alone);
        begin_alone(alone, c);
        become(alone);
        if (combined)
            loop_begin(alone, loop);
        return;
    }
    if (!mine)
        mine = calloc(1, sizeof *mine);
    struct pool *p = mine;
    p->function = function;
    p->data = data;
    p->site = site;
    p->n = n;
    p->region++;
    p->level = c->level;
    p->settings = c->settings;
    p->combined = combined;
    if (combined)
        p->loop = *loop;
    /* one for each size, since it is so many that meet there */
    p->barrier = (struct omp_object){
        .key = (uintptr_t)&p->seen, .made = n, .initial = (int32_t)n, .word = "barrier"};
    call(p, site);
    member(&p->first, c, p, 0);
}

void team_end(void *site)
{
    struct region_thread *c = now, *outer = c->outer;
    if (c->pool) {
        meet(c, true, site);
        c->pool->barriers = c->barriers;
        now = outer;
    } else {
        now = outer;
        free(c);
    }
}

void team_parallel(void (*function)(void *), void *data, uint32_t n,
                   const struct loop *loop, enum construct combined, void *site)
{
    team_begin(function, data, n, loop, combined, site);
    function(data);
    team_end(site);
}
