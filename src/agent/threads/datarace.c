/* SPDX-License-Identifier: Apache-2.0
 *
 * datarace.c - see datarace.h: what threads access, and whether something orders it. */
#include "agent/threads/races.h"
#include "agent/core/unwind.h"
#include "agent/rank/image.h"
#include "kernel/matching.h"
#include "mpi/port.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* ---- made, saved, loaded ---- */

void race_compiled(void)
{
    if (!agent.races)
        agent.races = mem_alloc(sizeof *agent.races);
}

void race_prepare(void)
{
    struct races *r = agent.races;
    if (!r)
        return;
    r->seen = mem_alloc(SEEN * sizeof *r->seen);
    r->clocks =
        mem_alloc((width() * thread_words() + agent.program.nobjects * object_words()) *
                  sizeof *r->clocks);
    r->stack = mem_alloc(width() * sizeof *r->stack);
    r->posts = mem_alloc(agent.nprocesses * sizeof *r->posts);
}

/* Those of a process: which threads it had, then their clocks, those of its objects, and
 * the posts. */
struct saved {
    uint32_t threads, objects, nposts, free_post;
    uint32_t at[];
};

/* Calls a function with the clocks of each object of the process below number `n`. */
static void each_object(uint32_t process, uint32_t n,
                        void (*call)(uint32_t *object, void *), void *context)
{
    for (uint32_t i = 0; i < n; i++)
        if (threads_process(i) == process)
            call(object_at(i), context);
}

static void count_object(uint32_t *object, void *context)
{
    (void)object;
    ++*(uint32_t *)context;
}

static void save_object(uint32_t *object, void *context)
{
    uint32_t **to = context;
    memcpy(*to, object, object_words() * sizeof *object);
    *to += object_words();
}

static void load_object(uint32_t *object, void *context)
{
    const uint32_t **from = context;
    memcpy(object, *from, object_words() * sizeof *object);
    *from += object_words();
}

void *race_save(uint32_t process, size_t *bytes)
{
    const struct races *r = agent.races;
    uint32_t threads = 0, objects = 0;
    *bytes = 0;
    if (!r)
        return NULL;
    const struct posts *p = &r->posts[process];
    for (uint32_t n = 0; n < width(); n++)
        threads += rank_process(n) == process;
    each_object(process, r->objects, count_object, &objects);
    *bytes =
        sizeof(struct saved) +
        (threads * (1 + thread_words()) + objects * object_words()) * sizeof(uint32_t) +
        posts_bytes(p->n);
    struct saved *s = malloc(*bytes);
    *s = (struct saved){threads, r->objects, p->n, p->free};
    uint32_t *to = s->at;
    for (uint32_t n = 0; n < width(); n++)
        if (rank_process(n) == process) {
            *to++ = n;
            memcpy(to, thread_at(n), thread_words() * sizeof *to);
            to += thread_words();
        }
    each_object(process, r->objects, save_object, &to);
    if (p->n)
        memcpy(to, p->at, posts_bytes(p->n));
    return s;
}

static void clear_object(uint32_t *object, void *unused)
{
    (void)unused;
    memset(object, 0, object_words() * sizeof *object);
}

void race_load(uint32_t process, const void *copy)
{
    struct races *r = agent.races;
    const struct saved *s = copy;
    if (!r)
        return;
    struct posts *p = &r->posts[process];
    const uint32_t *from = s->at;
    for (uint32_t n = 0; n < width(); n++)
        if (rank_process(n) == process) /* it may not have been born then */
            memset(thread_at(n), 0, thread_words() * sizeof *from);
    for (uint32_t i = 0; i < s->threads; i++, from += 1 + thread_words())
        memcpy(thread_at(*from), from + 1, thread_words() * sizeof *from);
    each_object(process, r->objects, clear_object, NULL);
    each_object(process, s->objects, load_object, &from);
    if (s->nposts)
        memcpy(p->at, from, posts_bytes(s->nposts));
    p->n = s->nposts;
    p->free = s->free_post;
}

/* ---- segments ---- */

void race_release(struct segment *s)
{
    while (s && !--s->refs) {
        struct segment *before = s->before;
        free(s->race);
        free(s->told);
        free(s->heard);
        free(s);
        s = before;
    }
}

static struct segment *accessed_by(uint32_t n)
{
    const struct rank *r = &agent.rank[n];
    if (agent.once)
        return r->space.accessed;
    return r->space.image ? r->space.image->accessed : NULL;
}

static void begin_segment(void)
{
    struct races *r = agent.races;
    uint32_t begun = ++thread_at(r->thread)[BEGUN];
    clock_at(r->thread)[r->thread] = begun - 1;
    r->log.len = 0;
    r->found = false;
    r->stamp++;
}

static void begin(uint32_t thread)
{
    struct races *r = agent.races;
    r->thread = thread;
    r->count = r->end = 0;
    r->running = true;
    thread_at(thread)[EVENTS]++;
    begin_segment();
    r->stack_top = (uintptr_t)agent.rank[thread].top;
    r->stack_low = r->stack_top - SLAB_STACK;
}

/* The segment with what was told when the thread of the event asked for that operation;
 * NULL: nothing was. The first thread of a process begins without an event. */
static const struct segment *telling(const struct event *e)
{
    uint32_t runs = e->index + (e->act.actor < agent.nprocesses);
    const struct segment *s = accessed_by(e->act.actor);
    while (s && (s->event > runs || (s->event == runs && !s->told)))
        s = s->before;
    return s && s->event == runs ? s : NULL;
}

/* What the thread learns from the operation that it has just performed, as a clock; NULL:
 * nothing. */
static uint32_t *hears(uint32_t thread)
{
    const struct state *st = agent.search.st;
    events_vec all = {0};
    uint32_t *clock = NULL;
    if (!agent.hybrid || !st || !st->events.len)
        return NULL;
    const struct event *e = &vec_last(&st->events);
    if (e->act.actor == thread && op_family(e->op.kind) == FAMILY_MATCHING)
        matching_heard(st, e, &all);
    for (size_t i = 0; i < all.len; i++) {
        const struct event *of = &st->events.at[all.at[i]];
        const struct segment *s = of->act.actor == thread ? NULL : telling(of);
        if (!s)
            continue;
        if (!clock)
            clock = mem_alloc(width() * sizeof *clock);
        clock_join(clock, s->told);
    }
    vec_free(&all);
    return clock;
}

void race_starts(uint32_t thread)
{
    struct races *r = agent.races;
    if (!r)
        return;
    begin(thread);
    r->judging = true;
    r->heard = hears(thread);
    if (r->heard)
        clock_join(clock_at(thread), r->heard);
}

void race_repeats(uint32_t thread, const struct segment *then)
{
    struct races *r = agent.races;
    if (!r)
        return;
    begin(thread);
    r->judging = false;
    if (then && then->ends && then->event == thread_at(thread)[EVENTS])
        r->end = then->ends;
    if (then && then->heard && then->event == thread_at(thread)[EVENTS])
        clock_join(clock_at(thread), then->heard);
}

static int list_of(enum race_how how)
{
    return how == HOW_FREE ? HOW_WRITE : (int)how;
}

static int in_order(const void *a, const void *b)
{
    const struct access *x = a, *y = b;
    int list = list_of(x->how) - list_of(y->how);
    if (list)
        return list;
    return x->at < y->at ? -1 : x->at > y->at;
}

/* Sorts what was noted; removes what was noted twice, and joins what one instruction has
 * accessed. */
static void tidy(void)
{
    struct races *r = agent.races;
    struct access *at = r->log.at;
    size_t n = 0;
    if (r->log.len > 1)
        qsort(at, r->log.len, sizeof *at, in_order);
    for (size_t i = 0; i < r->log.len; i++) {
        struct access x = at[i], *last = n ? &at[n - 1] : NULL;
        if (last && list_of(last->how) == list_of(x.how) &&
            last->at + last->bytes >= x.at) {
            uintptr_t end = last->at + last->bytes;
            if (x.at + x.bytes <= end)
                continue;
            x.bytes -= (uint32_t)(end - x.at);
            x.at = end;
            if (last->pc == x.pc && last->how == x.how &&
                last->bytes + x.bytes > last->bytes) {
                last->bytes += x.bytes;
                continue;
            }
        }
        at[n++] = x;
    }
    r->log.len = n;
}

static struct segment *new_segment(size_t n)
{
    struct races *r = agent.races;
    struct segment *s = malloc(sizeof *s + n * sizeof *s->at);
    *s = (struct segment){.refs = 1,
                          .thread = r->thread,
                          .number = thread_at(r->thread)[BEGUN],
                          .event = thread_at(r->thread)[EVENTS],
                          .low = UINTPTR_MAX};
    return s;
}

static struct segment *sealed(void)
{
    struct races *r = agent.races;
    tidy();
    struct segment *s = new_segment(r->log.len);
    if (r->log.len)
        memcpy(s->at, r->log.at, r->log.len * sizeof *s->at);
    for (size_t i = 0; i < r->log.len; i++) {
        const struct access *x = &s->at[i];
        if (x->at < s->low)
            s->low = x->at;
        if (x->at + x->bytes > s->high)
            s->high = x->at + x->bytes;
        s->from[list_of(x->how) + 1]++;
    }
    for (int k = 0; k < LISTS; k++)
        s->from[k + 1] += s->from[k];
    return s;
}

/* The segments of this run, and then what the thread had accessed before. */
static struct segment *chain(struct segment *last, struct segment *before)
{
    struct races *r = agent.races;
    struct segment *all = r->closed, *oldest = r->first_closed;
    r->closed = r->first_closed = NULL;
    if (last) {
        last->before = all;
        oldest = all ? oldest : last;
        all = last;
    }
    if (before)
        before->refs++;
    if (oldest)
        oldest->before = before;
    return all ? all : before;
}

/* Can others hear of the operation that the thread asks for? */
static bool tells(const struct strand *s)
{
    enum op_kind kind = s->op.kind;
    return agent.hybrid && !s->ended &&
           (kind == OP_ISEND || kind == OP_IRECV || kind == OP_ARRIVE ||
            kind == OP_TRYRECV || kind == OP_RECEIVE);
}

struct segment *race_ends(struct segment *before)
{
    struct races *r = agent.races;
    if (!r)
        return NULL;
    r->running = false;
    struct segment *s = r->failed;
    bool told = tells(&agent.rank[r->thread].head->strand);
    r->failed = NULL;
    if (!s && r->judging && (r->log.len || told || r->heard))
        s = sealed();
    if (s && told) {
        s->told = mem_alloc(width() * sizeof *s->told);
        clock_copy(s->told, clock_at(r->thread));
        s->told[r->thread] = s->number;
    }
    if (s)
        s->heard = r->heard;
    r->heard = NULL;
    return chain(s, before);
}

void race_divides(void)
{
    struct races *r = agent.races;
    int who = agent.current;
    if (!r || !r->running)
        return;
    agent.current = AT_AGENT;
    if (r->judging && r->log.len) {
        struct segment *s = sealed();
        s->before = r->closed;
        r->closed = s;
        r->first_closed = r->first_closed ? r->first_closed : s;
    }
    begin_segment();
    agent.current = who;
}

/* ---- which race? ---- */

static void find_rivals(void)
{
    struct races *r = agent.races;
    const uint32_t *clock = clock_at(r->thread);
    r->found = true;
    r->rivals.len = 0;
    for (uint32_t n = 0; n < agent.nranks; n++)
        for (const struct segment *s = n == r->thread ||
                                               rank_process(n) != rank_process(r->thread)
                                           ? NULL
                                           : accessed_by(n);
             s && s->number > clock[n]; s = s->before)
            if (s->low < s->high)
                vec_push(&r->rivals, s);
}

static const struct access *in_list(const struct segment *s, int list, uintptr_t at,
                                    uintptr_t end)
{
    uint32_t low = s->from[list], high = s->from[list + 1];
    while (low < high) { /* the first that does not end before */
        uint32_t middle = (low + high) / 2;
        if (s->at[middle].at + s->at[middle].bytes <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low < s->from[list + 1] && s->at[low].at < end ? &s->at[low] : NULL;
}

static const struct access *conflict(const struct segment *s, uintptr_t at, uintptr_t end,
                                     enum race_how how)
{
    static const uint8_t with[LISTS] = {
        [HOW_READ] = 1 << HOW_WRITE | 1 << HOW_ATOMIC_WRITE,
        [HOW_WRITE] =
            1 << HOW_READ | 1 << HOW_WRITE | 1 << HOW_ATOMIC_READ | 1 << HOW_ATOMIC_WRITE,
        [HOW_ATOMIC_READ] = 1 << HOW_WRITE,
        [HOW_ATOMIC_WRITE] = 1 << HOW_READ | 1 << HOW_WRITE,
    };
    const struct access *x = NULL;
    if (end <= s->low || at >= s->high)
        return NULL;
    for (int list = 0; list < LISTS && !x; list++)
        if (with[list_of(how)] >> list & 1)
            x = in_list(s, list, at, end);
    return x;
}

/* ---- a race is found ---- */

static const char *const noun[] = {"read", "write", "atomic read", "atomic write",
                                   "free"};
static const char *const verb[] = {"reads", "writes", "reads (as an atomic)",
                                   "writes (as an atomic)", "frees"};

static uint32_t calls_now(uint64_t pc, struct calls *c)
{
    const struct races *r = agent.races;
    size_t depth = r->stack[r->thread].len;
    c->n = 0;
    c->frames[c->n++] = pc;
    while (depth && c->n < LINK_ACCESS_FRAMES)
        c->frames[c->n++] = r->stack[r->thread].at[--depth];
    return c->n;
}

static void tell(struct link_access *to, uint32_t thread, const struct access *x,
                 const struct calls *calls)
{
    *to = (struct link_access){.actor = thread,
                               .first = x->at,
                               .end = x->at + x->bytes,
                               .site = x->pc,
                               .nframes = calls ? calls->n : 0};
    strcpy(to->what, noun[x->how]);
    if (calls)
        memcpy(to->frames, calls->frames, calls->n * sizeof *calls->frames);
}

static const char *as_text(uint64_t pc)
{
    return port_place((const void *)(uintptr_t)pc);
}

/* What the report says of the race that has ended the segment; its thread is to fail. */
static const char *said(const struct segment *s)
{
    static char text[FAULT_TEXT];
    const struct link_access *newer = &s->race[0], *older = &s->race[1];
    int who = agent.current;
    agent.current = AT_AGENT;
    uint64_t low = newer->first > older->first ? newer->first : older->first;
    uint64_t high = newer->end < older->end ? newer->end : older->end;
    struct str t = {0};
    str_addf(&t, "%s %s %u byte%s at %s, which %s %s", agent.rank[newer->actor].name,
             verb[newer->target], (unsigned)(high - low), high - low == 1 ? "" : "s",
             as_text(newer->site), agent.rank[older->actor].name, verb[older->target]);
    str_addf(&t, " at %s, and nothing orders the two", as_text(older->site));
    snprintf(text, sizeof text, "%s", str_text(&t));
    str_free(&t);
    agent.current = who;
    rank_head()->strand.fault.variable = low;
    return text;
}

static void found(const struct segment *rival, const struct access *older,
                  const struct access *newer)
{
    struct races *r = agent.races;
    struct calls calls;
    int who = agent.current;
    agent.current = AT_AGENT;
    bool replays = agent.link->job == JOB_REPLAY;
    struct segment *s = sealed();
    if (replays)
        calls_now(newer->pc, &calls);
    s->ends = r->count;
    s->race = mem_alloc(2 * sizeof *s->race);
    tell(&s->race[0], r->thread, newer, replays ? &calls : NULL);
    tell(&s->race[1], rival->thread, older,
         older->calls ? &r->calls.at[older->calls - 1] : NULL);
    s->race[0].target = (uint32_t)newer->how;
    s->race[1].target = (uint32_t)older->how;
    s->events = rival->event - (rival->thread < agent.nprocesses); /* main() begins
                                                                      without one */
    r->failed = s;
    agent.current = who;
}

const struct link_access *race_of(uint32_t thread)
{
    static struct link_access pair[2];
    const struct segment *s = agent.races ? accessed_by(thread) : NULL;
    if (!s || !s->race)
        return NULL;
    memcpy(pair, s->race, sizeof pair);
    pair[0].target = pair[1].target = 0;
    return pair;
}

uint32_t race_events(uint32_t thread)
{
    const struct segment *s = agent.races ? accessed_by(thread) : NULL;
    return s ? s->events : 0;
}

/* ---- an access ---- */

/* True: it races. */
static bool note(const struct access *x)
{
    struct races *r = agent.races;
    enum { MANY = 1 << 18 };
    struct access *last = r->log.len ? &vec_last(&r->log) : NULL;
    int who = agent.current;
    if (!r->found) {
        agent.current = AT_AGENT;
        find_rivals();
        agent.current = who;
    }
    for (size_t i = 0; i < r->rivals.len; i++) {
        const struct access *older =
            conflict(r->rivals.at[i], x->at, x->at + x->bytes, x->how);
        if (older) {
            found(r->rivals.at[i], older, x);
            return true;
        }
    }
    if (last && last->pc == x->pc && last->how == x->how &&
        last->at + last->bytes == x->at && last->bytes + x->bytes > last->bytes) {
        last->bytes += x->bytes;
        return false;
    }
    agent.current = AT_AGENT;
    vec_push(&r->log, *x);
    if (agent.link->job == JOB_REPLAY) {
        struct calls c;
        calls_now(x->pc, &c);
        vec_push(&r->calls, c);
        vec_last(&r->log).calls = (uint32_t)r->calls.len;
    }
    if (r->log.len >= MANY && (r->log.len & (r->log.len - 1)) == 0)
        tidy();
    agent.current = who;
    return false;
}

/* Is there more to be noted of these bytes of 8? Notes that there is not any more. */
static bool is_new(struct races *r, uintptr_t eight, uint8_t bytes, bool writes)
{
    struct seen *s = &r->seen[(eight >> 3) % SEEN];
    if (s->eight != eight || s->stamp != r->stamp)
        *s = (struct seen){.eight = eight, .stamp = r->stamp};
    uint8_t known = writes ? s->written : s->read | s->written;
    if (!(bytes & ~known))
        return false;
    if (writes)
        s->written |= bytes;
    else
        s->read |= bytes;
    return true;
}

static bool all_seen(struct races *r, uintptr_t at, size_t bytes, bool writes)
{
    bool some = false;
    for (uintptr_t end = at + bytes; at < end; at = (at | 7) + 1) {
        uintptr_t eight = at & ~(uintptr_t)7, last = end < eight + 8 ? end : eight + 8;
        some |= is_new(r, eight, (uint8_t)(((1u << (last - at)) - 1) << (at - eight)),
                       writes);
    }
    return !some;
}

const char *race_judged(uintptr_t at, size_t bytes, enum race_how how, const void *pc)
{
    enum { FEW = 64 };
    struct races *r = agent.races;
    if (!r || !r->running || !bytes || agent.current < 0)
        return NULL;
    r->count++;
    if (how == HOW_WRITE && (at < r->stack_low || at >= r->stack_top))
        thread_at(r->thread)[LOOKS] = 0;
    if (!r->judging)
        return r->count == r->end ? said(accessed_by(r->thread)) : NULL;
    if (how <= HOW_WRITE && bytes <= FEW && all_seen(r, at, bytes, how == HOW_WRITE))
        return NULL;
    for (size_t some; bytes; at += some, bytes -= some) {
        some = bytes < UINT32_MAX ? bytes : UINT32_MAX;
        struct access x = {at, (uint32_t)some, 0, (uint64_t)(uintptr_t)pc, how};
        if (note(&x))
            return said(r->failed);
    }
    return NULL;
}

const struct link_access *race_found(void)
{
    return agent.races->failed->race;
}

void race_access(uintptr_t at, size_t bytes, enum race_how how, const void *pc)
{
    const char *text = race_judged(at, bytes, how, pc);
    if (text)
        rank_fail_at(FINDING_DATA_RACE, pc, text);
}

bool race_watches(void)
{
    const struct races *r = agent.races;
    return r && r->running && (r->judging || r->end);
}

void race_calls(const void *pc)
{
    struct races *r = agent.races;
    if (!r || !r->running || agent.current < 0 || agent.link->job != JOB_REPLAY)
        return;
    int who = agent.current;
    agent.current = AT_AGENT;
    vec_push(&r->stack[r->thread], (uint64_t)(uintptr_t)pc);
    agent.current = who;
}

void race_returns(void)
{
    struct races *r = agent.races;
    if (r && r->running && agent.current >= 0 && agent.link->job == JOB_REPLAY &&
        r->stack[r->thread].len)
        r->stack[r->thread].len--;
}
