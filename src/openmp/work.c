/* SPDX-License-Identifier: Apache-2.0
 *
 * work.c - what threads of a team share out: loops, sections, what one of them does
 * alone.
 *
 * Who gets which part of a dynamic or guided loop is the order in which the threads ask,
 * and who comes first to a single region as well: both are tickets. The parts themselves
 * follow from their number, so nothing else has to be shared. */
#include "openmp/team.h"

void work_begin(struct region_thread *c, enum construct what)
{
    c->works++;
    c->kinds = c->kinds * 31 + (uint32_t)what;
}

struct omp_object critical_lock(void *name)
{
    return (struct omp_object){.key = (uintptr_t)name, .word = "critical"};
}

/* ---- loops ---- */

struct loop loop_make(enum schedule schedule, uint64_t start, uint64_t end, uint64_t step,
                      uint64_t n, uint64_t chunk)
{
    if (!chunk && schedule != SCHEDULE_STATIC)
        chunk = 1;
    return (struct loop){.schedule = schedule,
                         .n = n,
                         .start = start,
                         .end = end,
                         .step = step,
                         .chunk = chunk,
                         .word = "loop"};
}

struct loop sections_make(uint32_t n)
{
    struct loop l = loop_make(SCHEDULE_DYNAMIC, 1, n + 1, 1, n, 1);
    l.word = "sections";
    return l;
}

void loop_begin(struct region_thread *c, const struct loop *l)
{
    c->loop = *l;
    c->loop.work = c->works;
}

/* How many iterations a guided loop gives away when so many are left. */
static uint64_t guided(const struct region_thread *c, uint64_t left)
{
    uint64_t some = (left + c->size - 1) / c->size;
    some = some < c->loop.chunk ? c->loop.chunk : some;
    return some < left ? some : left;
}

static uint64_t parts(const struct region_thread *c)
{
    const struct loop *l = &c->loop;
    uint64_t n = 0, at = 0;
    if (l->schedule == SCHEDULE_DYNAMIC)
        return l->n / l->chunk + (l->n % l->chunk != 0);
    for (; at < l->n; n++)
        at += guided(c, l->n - at);
    return n;
}

/* The part that the thread takes next; false if there is none. */
static bool take_shared(struct region_thread *c, void *site)
{
    struct loop *l = &c->loop;
    uint64_t n = parts(c);
    if (n > INT32_MAX)
        team_refuse("loops of more than two thousand million parts", site);
    struct omp_object o = team_object(c, l->work, 0, (int32_t)n, l->word);
    int32_t part = n ? omp_port_ask(OMP_TICKET, &o, 0, site) : -1;
    if (part < 0)
        return false;
    l->part = (uint64_t)part;
    if (l->schedule == SCHEDULE_DYNAMIC) {
        l->from = l->part * l->chunk;
        l->to = l->n - l->from > l->chunk ? l->from + l->chunk : l->n;
        return true;
    }
    for (l->from = 0; part > 0; part--)
        l->from += guided(c, l->n - l->from);
    l->to = l->from + guided(c, l->n - l->from);
    return true;
}

static bool take_static(struct region_thread *c)
{
    struct loop *l = &c->loop;
    uint64_t round = l->next++;
    if (l->chunk) {
        l->part = round * c->size + c->id;
        if (l->part > l->n / l->chunk || l->part * l->chunk >= l->n)
            return false;
        l->from = l->part * l->chunk;
        l->to = l->n - l->from > l->chunk ? l->from + l->chunk : l->n;
        return true;
    }
    uint64_t some = l->n / c->size, more = l->n % c->size;
    l->part = c->id;
    l->from = some * c->id + (c->id < more ? c->id : more);
    l->to = l->from + some + (c->id < more);
    return !round && l->from < l->to;
}

static struct omp_object part_over(struct region_thread *c, uint64_t part)
{
    return team_object(c, c->loop.work, part + 1, 1, "part of a loop");
}

/* The part at hand is over: those behind it may come to their ordered regions. */
static void leave_part(struct region_thread *c, void *site)
{
    struct loop *l = &c->loop;
    if (!l->begun || !l->ordered || !c->pool)
        return;
    struct omp_object o = part_over(c, l->part);
    omp_port_ask(OMP_COUNT_DOWN, &o, 0, site);
}

bool loop_next(void *site)
{
    struct region_thread *c = team_now();
    struct loop *l = &c->loop;
    leave_part(c, site);
    if (!c->pool) {
        l->from = 0;
        l->to = l->n;
        l->begun = !l->begun && l->n;
    } else {
        l->begun = l->schedule == SCHEDULE_STATIC ? take_static(c) : take_shared(c, site);
    }
    return l->begun;
}

void loop_end(void *site)
{
    struct region_thread *c = team_now();
    leave_part(c, site);
    c->loop.begun = false;
}

/* The parts before this one must be over. */
void loop_ordered(void *site)
{
    struct region_thread *c = team_now();
    struct loop *l = &c->loop;
    if (!c->pool)
        return;
    if (!l->begun || !l->ordered)
        omp_port_fail("comes to an ordered region outside of an ordered loop", site);
    for (; l->seen < l->part; l->seen++) {
        struct omp_object o = part_over(c, l->seen);
        omp_port_ask(OMP_UNTIL_ZERO, &o, 0, site);
    }
}

/* ---- iterations that wait for others ---- */

static struct omp_object iteration(struct region_thread *c, const uint64_t *at)
{
    const struct across *a = &c->across;
    uint64_t i = 0;
    for (uint32_t k = 0; k < a->loops; k++)
        i = i * a->counts[k] + at[k];
    return team_object(c, a->work, i + 1, 1, "iteration");
}

void loop_post(const uint64_t *at, void *site)
{
    struct region_thread *c = team_now();
    struct omp_object o = iteration(c, at);
    if (c->pool)
        omp_port_ask(OMP_COUNT_DOWN, &o, 0, site);
}

void loop_wait(const uint64_t *at, void *site)
{
    struct region_thread *c = team_now();
    struct omp_object o = iteration(c, at);
    if (c->pool)
        omp_port_ask(OMP_UNTIL_ZERO, &o, 0, site);
}

/* ---- single ---- */

bool single_first(void *site)
{
    struct region_thread *c = team_now();
    work_begin(c, CONSTRUCT_SINGLE);
    struct omp_object o = team_object(c, c->works, 0, 1, "single");
    return !c->pool || omp_port_ask(OMP_TICKET, &o, 0, site) >= 0;
}

/* What the first one has for all. */
void *single_copy(void *data, bool first, void *site)
{
    struct region_thread *c = team_now();
    if (!c->pool)
        return data;
    struct omp_object o = team_object(c, c->works, 1, 1, "copy of single");
    void **at = &c->pool->copied[c->works % (sizeof c->pool->copied / sizeof(void *))];
    if (first)
        *at = data;
    omp_port_ask(first ? OMP_COUNT_DOWN : OMP_UNTIL_ZERO, &o, 0, site);
    return *at;
}
