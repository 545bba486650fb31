/* SPDX-License-Identifier: Apache-2.0
 *
 * crew_other.c - another process of a cluster than the first: a deputy that stands
 * between its copies, which do tasks, and the first process (crew.c).
 *
 * Its machine has a registry of its own, and a copy of the journal of numbers that the
 * first process gives (program_ops.follow). The deputy translates worlds in both
 * directions, and adds to the journal what comes. If the table of worlds is divided, it
 * keeps a part of it (parts.h). It runs no rank itself. */
#include "explore/cluster.h"
#include "explore/explorer.h"
#include "explore/pool_wire.h"
#include "explore/states/crew.h"
#include "explore/states/try.h"

#include <string.h>

#define TICK 50 /* milliseconds */

struct deputy {
    struct states *t;
    struct cluster *cluster;
    struct peer *peers; /* the copies, then the line to the first process */
    struct lane *lanes; /* of the copies, if the table is divided */
    uint32_t n;
    struct parts parts;
    bool sights; /* see struct parcel */
    bool over;
    struct str bytes, out, scratch;
};

/* ---- to the first process ---- */

static void lose_copy(struct deputy *d, uint32_t nth)
{
    peer_end(&d->peers[nth]);
    cluster_lose_worker(d->cluster);
}

static bool is_divided(const struct deputy *d)
{
    return d->parts.owners.len;
}

/* Tells the first process the reports that are in d->scratch. */
static void tell_reports(struct deputy *d, uint32_t nth)
{
    struct str *s = &d->out, *words = &d->parts.with[0].translator.words;
    str_clear(s);
    str_add(s, (const char *)&nth, sizeof nth);
    section_put(s, words->text, words->len);
    words->len = 0;
    str_add(s, d->scratch.text, d->scratch.len);
    d->over |= !cluster_send_notes(d->cluster) ||
               !cluster_send(d->cluster, 0, CLUSTER_REPORT, s->text, s->len);
}

static bool pass_reports(struct deputy *d, uint32_t nth, const char *reports, size_t n)
{
    struct lane *l = &d->lanes[nth];
    l->parcels--;
    if (is_divided(d))
        return lane_add_reports(l, &d->parts, reports, n, d->sights);
    str_clear(&d->scratch);
    if (!reports_rewrite(reports, n, reports_say, &d->parts.with[0].translator,
                         &d->scratch))
        return false;
    tell_reports(d, nth);
    return true;
}

static void pass_on(struct deputy *d, uint32_t nth)
{
    enum crew_word word;
    bool good = wire_receive(&d->peers[nth], &d->bytes) && d->bytes.len >= sizeof word;
    if (good) {
        const char *rest = d->bytes.text + sizeof word;
        size_t n = d->bytes.len - sizeof word;
        memcpy(&word, d->bytes.text, sizeof word);
        if (word == CREW_ASKS)
            d->over |= !cluster_send(d->cluster, 0, CLUSTER_ASKS, rest, n);
        else
            good = pass_reports(d, nth, rest, n);
    }
    if (!good)
        lose_copy(d, nth);
}

/* ---- from it ---- */

static bool take_numbers(struct deputy *d, const char *bytes, size_t n)
{
    struct program *p = d->t->locals.program;
    return !n || (p->ops->take_numbers && p->ops->take_numbers(p, bytes, n));
}

/* Gives a copy the parcel that is for it. */
static bool give(struct deputy *d)
{
    const char *at = d->bytes.text, *end = at + d->bytes.len, *numbers, *words;
    struct translator *x = &d->parts.with[0].translator;
    struct parcel h;
    uint32_t nth;
    size_t n;
    if (d->bytes.len < sizeof nth)
        return false;
    memcpy(&nth, at, sizeof nth);
    at += sizeof nth;
    bool good = nth < d->n && d->peers[nth].pid &&
                (numbers = section_take(&at, end, &n)) && take_numbers(d, numbers, n) &&
                (words = section_take(&at, end, &n)) && translate_learn(x, words, n) &&
                (size_t)(end - at) >= sizeof h;
    if (!good)
        return false;
    memcpy(&h, at, sizeof h);
    d->sights = h.sights;
    if (is_divided(d))
        return lane_add_parcel(&d->lanes[nth], &d->parts, at, (size_t)(end - at));
    d->lanes[nth].parcels++;
    str_clear(&d->out);
    return parcel_rewrite(at, (size_t)(end - at), parcel_understand, x, &d->out) &&
           wire_send(&d->peers[nth], &d->out);
}

/* If the table is divided: goes on with what has come for the copies, and asks for what
 * they need. */
static void go_on(struct deputy *d)
{
    for (uint32_t i = 0; i < d->n && is_divided(d); i++) {
        if (!d->peers[i].pid)
            continue;
        str_clear(&d->scratch);
        while (lane_take(&d->lanes[i], &d->parts, &d->parts.with[0].translator,
                         &d->scratch)) {
            tell_reports(d, i);
            str_clear(&d->scratch);
        }
        if (!lane_send(&d->lanes[i], &d->peers[i], &d->out))
            lose_copy(d, i);
    }
    d->over |= is_divided(d) && !parts_send(&d->parts);
}

static void listen(struct deputy *d)
{
    struct cluster_head h;
    bool good = true;
    if (!cluster_receive(d->cluster, &h, &d->bytes))
        d->over = true;
    else if (cluster_is_stale(d->cluster, h.word))
        return;
    else if (h.word == CLUSTER_ITEMS)
        good = give(d);
    else if (h.word == CLUSTER_NUMBERS)
        good = take_numbers(d, d->bytes.text, d->bytes.len);
    else if (h.word == CLUSTER_OWNERS)
        good = parts_learn(&d->parts, &d->bytes);
    else if (parts_concern(h.word))
        good = parts_hear(&d->parts, &h, &d->bytes);
    else if (h.word == CLUSTER_END)
        d->over = cluster_ends(d->cluster, d->t->s, &d->bytes);
    else if (h.word != CLUSTER_BOARD && d->cluster->on_other) {
        for (uint32_t i = 0; i < d->n; i++)
            peer_end(&d->peers[i]);
        d->cluster->on_other(d->cluster, h.word, &d->bytes);
        d->over = true;
    }
    if (!good)
        cluster_lose_worker(d->cluster);
}

static void serve(struct deputy *d)
{
    enum { SOME = 64 }; /* messages, before it looks at its copies again */
    struct search *s = d->t->s;
    while (!d->over) {
        peers_wait(d->peers, d->n + 1, TICK);
        for (uint32_t i = 0; i < d->n; i++)
            if (d->peers[i].pid && d->peers[i].ready)
                pass_on(d, i);
        for (uint32_t i = 0; i < SOME && d->peers[d->n].ready && !d->over; i++) {
            listen(d);
            peers_wait(&d->peers[d->n], 1, 0);
        }
        if (!d->over)
            go_on(d);
        if (s->on_tick) /* the supervisor sees that this process lives */
            s->on_tick(s, s->context);
    }
}

static void take_part(struct search *s)
{
    struct states t = {.s = s};
    struct program *p = s->st->program;
    uint32_t jobs = s->options.jobs ? s->options.jobs : 1;
    struct deputy d = {.t = &t, .cluster = s->cluster};
    states_open(&t);
    d.peers = mem_alloc((jobs + 1) * sizeof *d.peers);
    /* If ranks cannot be recognised, process 0 finds that out as well. */
    if (!t.unable) {
        bool good = (!p->ops->follow || p->ops->follow(p, NULL, NULL)) &&
                    locals_share(&t.locals) && copies_start(&t, d.peers, jobs, true);
        d.lanes = mem_alloc(jobs * sizeof *d.lanes);
        parts_init(&d.parts, s->cluster, &t.locals, s->recent_worlds);
        d.n = jobs;
        if (good)
            d.over = !cluster_hello(s->cluster, s, jobs, locals_beginning(&t.locals));
        else
            cluster_lose_worker(s->cluster);
    }
    d.peers[d.n] = s->cluster->line;
    serve(&d);
    for (uint32_t i = 0; i < d.n; i++) {
        peer_end(&d.peers[i]);
        lane_free(&d.lanes[i]);
    }
    free(d.peers);
    free(d.lanes);
    parts_free(&d.parts);
    str_free(&d.bytes);
    str_free(&d.out);
    str_free(&d.scratch);
    states_close(&t);
}

void states_follow(struct search *s, bool states)
{
    do {
        search_count_anew(s);
        if (states)
            take_part(s);
        else
            match_run(s);
        states = s->turn.stage == TURN_STATES;
    } while (s->counts.stopped == STOP_TURN);
}
