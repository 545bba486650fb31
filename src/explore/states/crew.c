/* SPDX-License-Identifier: Apache-2.0
 *
 * crew.c - several processes that do tasks.
 *
 * The first process has the graph. It hands out tasks, each with the bytes of its node,
 * and adds what the others report: which steps there are, where they lead, and the facts
 * about them. A task depends on nothing but its node, so whoever does it, and when, makes
 * no difference; and reports are added in the order of the tasks, so that the graph is
 * the same as with one process, to the number of each node. Local states have numbers
 * that all agree on (registry.h).
 *
 * The others are copies of the first process, made when there is enough to do, so they
 * know what it knew then. A node is explored by who found it, if possible, since that
 * process has the images; who has nothing to do takes what others found last. Each has up
 * to AHEAD parcels of tasks, so that it need not wait for the next one. Parcels are small
 * enough for the buffer of a socket: the first process never waits to get rid of one
 * while the other waits to get rid of its report. */
#include "base/process.h"
#include "explore/states/order.h"

#include <assert.h>
#include <string.h>

#define AHEAD  2
#define MOST   32                 /* tasks in a parcel */
#define SMALL  ((size_t)24 << 10) /* bytes of a parcel with more than one task */
#define WINDOW 8192 /* tasks that are handed out before the first of them is done */
#define TICK   50   /* milliseconds */

enum { NOBODY = UINT16_MAX };

/* A task of t->todo. */
struct slot {
    enum { OPEN, GIVEN, LEFT_OUT, DONE } is;
    struct sent_report *report; /* DONE: what follows it as well */
};

struct worker {
    struct peer peer;
    VEC(uint32_t)
    queue; /* tasks at nodes that it has found, those that are in hand from
              `first` on */
    size_t first;
    VEC(uint32_t) given; /* tasks, oldest first */
    uint32_t parcels;    /* how many parcels that is */
    uint64_t memory;
};

struct crew {
    struct worker *worker;
    struct peer *peers; /* scratch */
    uint32_t n;
    VEC(struct slot) slots; /* of the tasks that are in queues, or were */
    VEC(uint16_t) finder;   /* of each node: the worker */
    uint32_t turn;          /* who gets the next node that the first process found */
    bool lost;              /* one of them has died */
    uint64_t pushes;        /* in a copy: those that were reported */
    struct str parcel;      /* scratch */
};

/* ---- parcels ---- */

struct parcel {
    uint32_t tasks;
    uint32_t bytes; /* what follows: for each task a struct sent_task, and the world */
};

struct sent_task {
    uint32_t rank, length;
    bool unsettled, lean;
};

/* The head of a report; what was found, facts, shows and bytes follow. */
struct sent_report {
    struct states_report is; /* without its lists */
    enum instead unable;
    size_t found, bytes, facts, shows;
    uint64_t pushes, memory;
    bool last;   /* of its parcel */
    uint32_t by; /* the worker; filled in by who receives it */
};

/* ---- a copy ---- */

static void must(bool good)
{
    if (!good)
        process_exit(1);
}

static uint64_t memory(const struct states *t)
{
    const struct program *p = t->locals.program;
    return t->locals.bytes + (p->ops->stored ? p->ops->stored(p) : 0);
}

static void send_report(const struct peer *first, struct states *t, bool last)
{
    const struct states_report *r = &t->report;
    struct sent_report h = {.is = *r,
                            .unable = t->unable,
                            .found = r->found.len,
                            .bytes = r->bytes.len,
                            .facts = r->facts.len,
                            .shows = r->shows.len,
                            .pushes = t->s->st->pushes - t->crew->pushes,
                            .memory = memory(t),
                            .last = last};
    struct str *s = &t->crew->parcel;
    t->crew->pushes = t->s->st->pushes;
    str_add(s, (const char *)&h, sizeof h);
    str_add(s, (const char *)r->found.at, h.found * sizeof *r->found.at);
    str_add(s, (const char *)r->facts.at, h.facts * sizeof *r->facts.at);
    str_add(s, (const char *)r->shows.at, h.shows * sizeof *r->shows.at);
    str_add(s, r->bytes.text, h.bytes);
    if (!last)
        return;
    must(peer_send(first, s->text, s->len));
    s->len = 0;
}

static void run_copy(struct peer *first, void *context)
{
    struct states *t = context;
    struct str bytes = {0};
    t->s->role = ROLE_WORKER;
    t->wants_facts = true; /* the first process would have to run ranks for them */
    t->s->on_tick = NULL;
    t->crew->pushes = t->s->st->pushes;
    t->crew->parcel.len = 0;
    for (;;) { /* the first process ends this one */
        struct parcel h;
        must(peer_receive(first, &h, sizeof h));
        str_clear(&bytes);
        char *room = mem_alloc(h.bytes + 1);
        must(peer_receive(first, room, h.bytes));
        const char *at = room;
        for (uint32_t i = 0; i < h.tasks; i++) {
            struct sent_task task;
            memcpy(&task, at, sizeof task);
            at += sizeof task;
            struct states_place place = {at, task.unsettled, task.lean};
            if (!t->unable && !states_look(t, place, task.rank, &t->report))
                must(t->unable);
            at += task.length;
            send_report(first, t, i + 1 == h.tasks);
        }
        free(room);
    }
}

/* ---- the first process ---- */

bool crew_start(struct states *t, uint32_t jobs)
{
    struct crew *c = mem_alloc(sizeof *c);
    *c = (struct crew){.n = jobs,
                       .worker = mem_alloc(jobs * sizeof *c->worker),
                       .peers = mem_alloc(jobs * sizeof *c->peers)};
    struct program *p = t->locals.program;
    t->crew = c;
    bool good = (!p->ops->share || p->ops->share(p, true)) && locals_share(&t->locals);
    locals_rewind(&t->locals);
    for (uint32_t i = 0; i < jobs && good; i++)
        good = process_start(&c->worker[i].peer, run_copy, t);
    if (!good)
        crew_end(t);
    return good;
}

static void forget_tasks(struct crew *c)
{
    for (size_t i = 0; i < c->slots.len; i++)
        free(c->slots.at[i].report);
    c->slots.len = 0;
    for (uint32_t i = 0; i < c->n; i++)
        c->worker[i].queue.len = c->worker[i].first = 0;
}

void crew_end(struct states *t)
{
    struct crew *c = t->crew;
    struct program *p = t->locals.program;
    if (!c)
        return;
    for (uint32_t i = 0; i < c->n; i++) {
        peer_end(&c->worker[i].peer);
        vec_free(&c->worker[i].given);
    }
    forget_tasks(c);
    for (uint32_t i = 0; i < c->n; i++)
        vec_free(&c->worker[i].queue);
    vec_free(&c->slots);
    vec_free(&c->finder);
    free(c->worker);
    free(c->peers);
    str_free(&c->parcel);
    free(c);
    t->crew = NULL;
    if (p->ops->share)
        p->ops->share(p, false);
}

uint64_t crew_memory(const struct states *t)
{
    uint64_t all = 0;
    for (uint32_t i = 0; t->crew && i < t->crew->n; i++)
        all += t->crew->worker[i].memory;
    return all;
}

static void bury(struct crew *c, struct worker *w)
{
    peer_end(&w->peer);
    w->given.len = 0;
    w->parcels = 0;
    c->lost = true;
}

/* ---- who does what ---- */

/* Puts the next tasks into the queues. */
static void queue_up(struct states *t)
{
    struct crew *c = t->crew;
    while (c->slots.len < t->todo.len && c->slots.len < t->next + WINDOW &&
           order_is_certain(t, c->slots.len)) {
        uint32_t node = t->todo.at[c->slots.len].node;
        uint32_t who = node < c->finder.len ? c->finder.at[node] : NOBODY;
        if (who == NOBODY)
            who = c->turn++ % c->n;
        vec_push(&c->worker[who].queue, (uint32_t)c->slots.len);
        vec_push(&c->slots, (struct slot){OPEN, NULL});
    }
}

static size_t waiting(const struct worker *w)
{
    return w->queue.len - w->first;
}

/* Gives half of the longest queue to the worker, who has none: the tasks that would be
 * done last. */
static void take_over(struct crew *c, struct worker *w)
{
    struct worker *richest = w;
    for (uint32_t i = 0; i < c->n; i++)
        if (waiting(&c->worker[i]) > waiting(richest))
            richest = &c->worker[i];
    size_t n = (waiting(richest) + 1) / 2;
    w->queue.len = w->first = 0;
    for (size_t i = 0; i < n; i++)
        vec_push(&w->queue, richest->queue.at[richest->queue.len - n + i]);
    richest->queue.len -= n;
}

/* Gives the process the next tasks; fewer if there are few. */
static void give(struct states *t, struct worker *w)
{
    struct crew *c = t->crew;
    if (!waiting(w))
        take_over(c, w);
    size_t share = waiting(w) / AHEAD + 1;
    struct parcel h = {0};
    c->parcel.len = 0;
    str_add(&c->parcel, (const char *)&h, sizeof h);
    while (waiting(w) && h.tasks < MOST && h.tasks < share &&
           (!h.tasks || c->parcel.len < SMALL)) {
        uint32_t number = w->queue.at[w->first];
        struct states_task task = t->todo.at[number];
        const struct states_node *n = node_at(t, task.node);
        struct sent_task head = {task.rank, n->length, n->unsettled, n->lean};
        if (w->given.len && n->length > SMALL)
            break;
        w->first++;
        if (!t->order && states_leave_out(t, task)) {
            c->slots.at[number].is = LEFT_OUT;
            continue;
        }
        str_add(&c->parcel, (const char *)&head, sizeof head);
        str_add(&c->parcel, n->bytes, n->length);
        vec_push(&w->given, number);
        c->slots.at[number].is = GIVEN;
        h.tasks++;
    }
    if (!h.tasks)
        return;
    h.bytes = (uint32_t)(c->parcel.len - sizeof h);
    memcpy(c->parcel.text, &h, sizeof h);
    w->parcels++;
    if (!peer_send(&w->peer, c->parcel.text, c->parcel.len))
        bury(c, w);
}

/* ---- reports ---- */

static size_t rest_of(const struct sent_report *h)
{
    return h->found * sizeof(struct states_found) +
           (h->facts + h->shows) * sizeof(uint64_t) + h->bytes;
}

/* Receives the reports of a parcel. */
static void hear(struct states *t, struct worker *w)
{
    struct crew *c = t->crew;
    struct sent_report h = {0};
    size_t done = 0;
    bool good = true;
    while (good && !h.last) {
        good = done < w->given.len && peer_receive(&w->peer, &h, sizeof h);
        if (!good)
            break;
        struct slot *slot = &c->slots.at[w->given.at[done++]];
        slot->is = DONE;
        slot->report = mem_resize(NULL, sizeof h + rest_of(&h));
        *slot->report = h;
        good = peer_receive(&w->peer, slot->report + 1, rest_of(&h));
        t->s->counts.transitions += h.pushes;
        w->memory = h.memory;
        slot->report->by = (uint32_t)(w - c->worker);
    }
    if (!good) {
        bury(c, w);
        return;
    }
    memmove(w->given.at, w->given.at + done, (w->given.len - done) * sizeof *w->given.at);
    w->given.len -= done;
    w->parcels--;
}

/* Adds a report. */
static void take_one(struct states *t, struct states_task task,
                     const struct sent_report *h, crew_take_fn *take)
{
    struct crew *c = t->crew;
    struct states_report r = h->is;
    char *at = (char *)(uintptr_t)(h + 1);
    r.found = (__typeof__(r.found)){(void *)at, h->found, h->found};
    at += h->found * sizeof *r.found.at;
    r.facts = (facts_words_vec){(void *)at, h->facts, h->facts};
    at += h->facts * sizeof *r.facts.at;
    r.shows = (shows_vec){(void *)at, h->shows, h->shows};
    at += h->shows * sizeof *r.shows.at;
    r.bytes = (struct str){.text = at, .len = h->bytes, .cap = h->bytes};
    if (h->unable)
        t->unable = h->unable;
    else
        take(t, task, &r);
    while (c->finder.len < t->nodes.len)
        vec_push(&c->finder, (uint16_t)h->by);
}

/* Adds the reports that are there, in the order of the tasks. */
static bool take_all(struct states *t, bool (*go_on)(struct states *), crew_take_fn *take)
{
    struct crew *c = t->crew;
    bool more = true;
    while (more && t->next < c->slots.len) {
        struct slot *slot = &c->slots.at[t->next];
        if (slot->is != DONE && slot->is != LEFT_OUT)
            break;
        more = go_on(t);
        if (!more)
            break;
        if (slot->is == DONE)
            take_one(t, t->todo.at[t->next], slot->report, take);
        free(slot->report);
        slot->report = NULL;
        t->next++;
        order_fill(t);
        more = !t->unable;
    }
    return more;
}

bool crew_work(struct states *t, bool (*go_on)(struct states *), crew_take_fn *take)
{
    struct crew *c = t->crew;
    bool more = true;
    while (c->finder.len < t->nodes.len)
        vec_push(&c->finder, NOBODY);
    /* What was done before there was a crew is not done again: such a report could come
     * when the others have all come, and would be taken for one of the next round. */
    while (c->slots.len < t->next)
        vec_push(&c->slots, (struct slot){LEFT_OUT, NULL});
    while (more && !c->lost && order_fill(t)) {
        t->s->next_tick = 0; /* makes the next call look at the clock */
        more = go_on(t);
        queue_up(t);
        for (uint32_t round = 0; round < AHEAD; round++)
            for (uint32_t i = 0; i < c->n && more; i++)
                if (c->worker[i].parcels <= round)
                    give(t, &c->worker[i]);
        uint32_t busy = 0;
        for (uint32_t i = 0; i < c->n; i++) {
            c->peers[i] = c->worker[i].peer;
            busy += c->worker[i].parcels;
        }
        peers_wait(c->peers, c->n, busy ? TICK : 0);
        for (uint32_t i = 0; i < c->n; i++)
            if (c->peers[i].ready && c->worker[i].parcels)
                hear(t, &c->worker[i]);
            else if (c->peers[i].ready)
                bury(c, &c->worker[i]);
        more = more && take_all(t, go_on, take);
    }
    forget_tasks(c);
    for (uint32_t i = 0; i < c->n; i++)
        assert(!c->worker[i].given.len || !more || c->lost || search_stopped(t->s));
    if (c->lost)
        t->s->counts.stopped = STOP_WORKER;
    return more && !c->lost && !search_stopped(t->s);
}
