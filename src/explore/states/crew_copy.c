/* SPDX-License-Identifier: Apache-2.0
 *
 * crew_copy.c - a copy of the first process, or of one on another machine, that does
 * tasks and reports: see crew.c. */
#include "explore/share/pool_wire.h"
#include "explore/states/crew.h"

#include <string.h>

struct copy {
    struct states *t;
    bool asks;
    const struct peer *first;
    uint64_t pushes;         /* those that were reported */
    struct constants labels; /* that were described: struct sent_label, and its facts */
    struct str parcel, reports, label, described;
};

static void must(bool good)
{
    if (!good)
        process_exit(1);
}

static uint64_t memory(const struct states *t)
{
    const struct program *p = t->locals.program;
    return t->locals.bytes + (program_stored(p));
}

static void begin_message(struct str *s, enum crew_word word)
{
    s->len = 0;
    str_add(s, (const char *)&word, sizeof word);
}

/* Another machine gives the numbers. */
static void ask(void *context, const char *what, size_t bytes)
{
    const struct copy *c = context;
    struct str s = {0};
    begin_message(&s, CREW_ASKS);
    str_add(&s, what, bytes);
    must(wire_send(c->first, &s));
    str_free(&s);
}

/* The number of the label of this step, which is described if it is new. */
static uint32_t label(struct copy *c, const struct states_report *r,
                      const struct states_found *f)
{
    struct sent_label l = {f->step, f->steps, f->nfacts};
    size_t known = c->labels.at.len;
    c->label.len = 0;
    str_add(&c->label, (const char *)&l, sizeof l);
    str_add(&c->label, (const char *)(r->facts.at + f->facts),
            f->nfacts * sizeof *r->facts.at);
    uint32_t number = constant_number(&c->labels, c->label.text, c->label.len);
    if (c->labels.at.len > known)
        str_add(&c->described, c->label.text, c->label.len);
    return number;
}

static void add_report(struct copy *c)
{
    struct states *t = c->t;
    const struct states_report *r = &t->report;
    struct str *s = &c->reports;
    struct sent_report h;
    size_t place = s->len;
    memset(&h, 0, sizeof h);
    h.is = r->is;
    h.unable = t->unable;
    h.found = (uint32_t)r->found.len;
    h.shows = (uint32_t)r->shows.len;
    h.bytes = (uint32_t)r->bytes.len;
    h.pushes = t->s->st->pushes - c->pushes;
    h.memory = memory(t);
    c->pushes = t->s->st->pushes;
    c->described.len = 0;
    str_add(s, (const char *)&h, sizeof h);
    for (size_t i = 0; i < r->found.len; i++) {
        const struct states_found *f = &r->found.at[i];
        struct sent_found sent = {label(c, r, f), f->length, 0, PART_HERE, f->settled};
        str_add(s, (const char *)&sent, sizeof sent);
    }
    str_add(s, (const char *)r->shows.at, h.shows * sizeof *r->shows.at);
    h.labels = (uint32_t)c->described.len;
    memcpy(s->text + place, &h, sizeof h);
    str_add(s, c->described.text, c->described.len);
    str_add(s, r->bytes.text, h.bytes);
}

static void do_parcel(struct copy *c)
{
    struct states *t = c->t;
    struct parcel h;
    const char *at = c->parcel.text;
    memcpy(&h, at, sizeof h);
    at += sizeof h;
    t->w.patient = t->trial.patient = h.patient;
    begin_message(&c->reports, CREW_REPORTS);
    for (uint32_t i = 0; i < h.tasks; i++) {
        struct sent_task task;
        memcpy(&task, at, sizeof task);
        at += sizeof task;
        struct states_place place = {at, task.unsettled, task.lean};
        if (!t->unable && !states_look(t, place, task.rank, &t->report))
            must(t->unable);
        at += task.length;
        add_report(c);
    }
    must(wire_send(c->first, &c->reports));
}

static void run_copy(struct peer *first, void *context)
{
    struct copy *c = context;
    struct states *t = c->t;
    struct program *p = t->locals.program;
    c->first = first;
    c->pushes = t->s->st->pushes;
    t->s->role = ROLE_WORKER;
    t->wants_facts = true; /* the first process would have to run ranks for them */
    t->s->on_tick = NULL;
    if (c->asks && p->ops->sharing)
        must(p->ops->sharing->follow(p, ask, c));
    for (;;) { /* whoever has started this process ends it */
        must(wire_receive(first, &c->parcel) && c->parcel.len >= sizeof(struct parcel));
        do_parcel(c);
    }
}

bool copies_start(struct states *t, struct peer *peers, uint32_t n, bool asks)
{
    bool good = true;
    locals_rewind(&t->locals);
    for (uint32_t i = 0; i < n && good; i++) {
        struct copy c = {.t = t, .asks = asks};
        good = process_start(&peers[i], run_copy, &c);
    }
    return good;
}
