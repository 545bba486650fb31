/* SPDX-License-Identifier: Apache-2.0
 *
 * crew.c - several processes that do tasks.
 *
 * The first process has the graph. It hands out tasks, each with the bytes of its node,
 * and adds what the others report: which steps there are, where they lead, and the facts
 * about them. A task depends on nothing but its node, so whoever does it, and when, makes
 * no difference; and summaries are computed where all edges are known. Local states have
 * numbers that all agree on (registry.h).
 *
 * The others are copies of the first process, made when there is enough to do, so they
 * know what it knew then. Each has up to AHEAD parcels of tasks, so that it need not wait
 * for the next one. Parcels are small enough for the buffer of a socket: the first
 * process never waits to get rid of one while the other waits to get rid of its report.
 */
#include "base/process.h"
#include "explore/states/states.h"

#include <string.h>

#define AHEAD 2
#define MOST  32                 /* tasks in a parcel */
#define SMALL ((size_t)24 << 10) /* bytes of a parcel with more than one task */
#define TICK  50                 /* milliseconds */

struct crew {
    struct peer *peers;
    uint32_t n;
    VEC(struct states_task) * given; /* to each, oldest first */
    uint32_t *parcels;               /* how many parcels that is */
    uint64_t *memory;
    bool lost;         /* one of them has died */
    uint64_t pushes;   /* in a copy: those that were reported */
    struct str parcel; /* scratch */
};

/* ---- parcels ---- */

struct parcel {
    uint32_t tasks;
    bool wants_facts;
    uint32_t bytes; /* what follows: for each task a struct sent_task, and the world */
};

struct sent_task {
    uint32_t rank, length;
    bool unsettled;
};

/* The head of a report; what was found, bytes and facts follow. */
struct sent_report {
    struct states_report is; /* without its lists */
    enum instead unable;
    size_t found, bytes, facts;
    uint64_t pushes, memory;
    bool last; /* of its parcel */
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
                            .pushes = t->s->st->pushes - t->crew->pushes,
                            .memory = memory(t),
                            .last = last};
    struct str *s = &t->crew->parcel;
    t->crew->pushes = t->s->st->pushes;
    str_add(s, (const char *)&h, sizeof h);
    str_add(s, (const char *)r->found.at, h.found * sizeof *r->found.at);
    str_add(s, r->bytes.text, h.bytes);
    str_add(s, (const char *)r->facts.at, h.facts * sizeof *r->facts.at);
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
        t->wants_facts = h.wants_facts;
        for (uint32_t i = 0; i < h.tasks; i++) {
            struct sent_task task;
            memcpy(&task, at, sizeof task);
            at += sizeof task;
            if (!t->unable && !states_look(t, at, task.unsettled, task.rank, &t->report))
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
                       .peers = mem_alloc(jobs * sizeof *c->peers),
                       .given = mem_alloc(jobs * sizeof *c->given),
                       .parcels = mem_alloc(jobs * sizeof *c->parcels),
                       .memory = mem_alloc(jobs * sizeof *c->memory)};
    struct program *p = t->locals.program;
    t->crew = c;
    bool good = (!p->ops->share || p->ops->share(p, true)) && locals_share(&t->locals);
    locals_rewind(&t->locals);
    for (uint32_t i = 0; i < jobs && good; i++)
        good = process_start(&c->peers[i], run_copy, t);
    if (!good)
        crew_end(t);
    return good;
}

void crew_end(struct states *t)
{
    struct crew *c = t->crew;
    struct program *p = t->locals.program;
    if (!c)
        return;
    for (uint32_t i = 0; i < c->n; i++) {
        peer_end(&c->peers[i]);
        vec_free(&c->given[i]);
    }
    free(c->peers);
    free(c->given);
    free(c->parcels);
    free(c->memory);
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
        all += t->crew->memory[i];
    return all;
}

static void bury(struct crew *c, uint32_t i)
{
    peer_end(&c->peers[i]);
    c->given[i].len = 0;
    c->parcels[i] = 0;
    c->lost = true;
}

/* Gives the process the next tasks; fewer if there are few. */
static void give(struct states *t, uint32_t i)
{
    struct crew *c = t->crew;
    size_t share = (t->todo.len - t->next) / (AHEAD * c->n) + 1;
    struct parcel h = {.wants_facts = t->wants_facts};
    c->parcel.len = 0;
    str_add(&c->parcel, (const char *)&h, sizeof h);
    while (t->next < t->todo.len && h.tasks < MOST && h.tasks < share &&
           (!h.tasks || c->parcel.len < SMALL)) {
        struct states_task task = t->todo.at[t->next];
        const struct states_node *n = node_at(t, task.node);
        struct sent_task head = {task.rank, n->length, n->unsettled};
        if (c->given[i].len && n->length > SMALL)
            break;
        t->next++;
        if (states_leaves_out(t, task))
            continue;
        str_add(&c->parcel, (const char *)&head, sizeof head);
        str_add(&c->parcel, n->bytes, n->length);
        vec_push(&c->given[i], task);
        h.tasks++;
    }
    if (!h.tasks)
        return;
    h.bytes = (uint32_t)(c->parcel.len - sizeof h);
    memcpy(c->parcel.text, &h, sizeof h);
    c->parcels[i]++;
    if (!peer_send(&c->peers[i], c->parcel.text, c->parcel.len))
        bury(c, i);
}

/* Takes the reports of a parcel. */
static void hear(struct states *t, uint32_t i, crew_take_fn *take)
{
    struct crew *c = t->crew;
    const struct peer *p = &c->peers[i];
    struct states_report r = {0};
    struct sent_report h = {0};
    size_t done = 0;
    bool good = true;
    while (good && !h.last) {
        good = done < c->given[i].len && peer_receive(p, &h, sizeof h);
        if (!good)
            break;
        struct states_report lists = r;
        r = h.is;
        r.found = (__typeof__(r.found)){lists.found.at, 0, lists.found.cap};
        r.facts = (facts_words_vec){lists.facts.at, 0, lists.facts.cap};
        r.bytes = lists.bytes;
        vec_reserve(&r.found, h.found);
        vec_reserve(&r.facts, h.facts);
        if (r.bytes.cap <= h.bytes) {
            r.bytes.cap = 2 * h.bytes + 64;
            r.bytes.text = mem_resize(r.bytes.text, r.bytes.cap);
        }
        r.found.len = h.found;
        r.facts.len = h.facts;
        r.bytes.len = h.bytes;
        good = peer_receive(p, r.found.at, h.found * sizeof *r.found.at) &&
               peer_receive(p, r.bytes.text, h.bytes) &&
               peer_receive(p, r.facts.at, h.facts * sizeof *r.facts.at);
        if (!good)
            break;
        t->s->counts.transitions += h.pushes;
        c->memory[i] = h.memory;
        if (h.unable)
            t->unable = h.unable;
        struct states_task task = c->given[i].at[done++];
        if (!t->unable)
            take(t, task, &r);
    }
    states_report_free(&r);
    if (!good) {
        bury(c, i);
        return;
    }
    memmove(c->given[i].at, c->given[i].at + done,
            (c->given[i].len - done) * sizeof *c->given[i].at);
    c->given[i].len -= done;
    c->parcels[i]--;
}

bool crew_work(struct states *t, bool (*go_on)(struct states *), crew_take_fn *take)
{
    struct crew *c = t->crew;
    bool more = true;
    for (uint32_t busy = 1; busy;) {
        t->s->next_tick = 0; /* makes the next call look at the clock */
        more = more && !t->unable && !c->lost && go_on(t);
        for (int round = 0; round < AHEAD; round++)
            for (uint32_t i = 0; i < c->n && more; i++)
                if (c->peers[i].pid && c->parcels[i] <= (uint32_t)round &&
                    t->next < t->todo.len)
                    give(t, i);
        busy = 0;
        for (uint32_t i = 0; i < c->n; i++)
            busy += c->parcels[i];
        if (!busy)
            break;
        peers_wait(c->peers, c->n, TICK);
        for (uint32_t i = 0; i < c->n; i++)
            if (c->peers[i].ready && c->parcels[i])
                hear(t, i, take);
            else if (c->peers[i].ready)
                bury(c, i);
    }
    if (c->lost)
        t->s->counts.stopped = STOP_WORKER;
    return more && !c->lost && !t->unable && !search_stopped(t->s);
}
