/* SPDX-License-Identifier: Apache-2.0
 *
 * crew_hop.c - another process of a cluster than the first, between its copies, which do
 * tasks, and the leader (crew.c).
 *
 * Its machine has a registry of its own, and a copy of the journal of numbers that the
 * leader gives (program_sharing.follow). The hop translates worlds in both directions,
 * and adds to the journal what comes. If the table of worlds is divided, it keeps a part
 * of it (parts.h). It runs no rank itself. */
#include "explore/search/explorer.h"
#include "explore/share/hop.h"
#include "explore/states/crew.h"
#include "explore/states/try.h"

#include <string.h>

struct crew_hop {
    struct hop hop;
    struct states *t;
    struct transit *transits; /* of the copies, if the table is divided */
    struct parts parts;
    bool sights; /* see struct parcel */
    struct str out, scratch;
};

/* ---- to the leader ---- */

static bool is_divided(const struct crew_hop *d)
{
    return d->parts.owners.len;
}

/* Tells the leader the reports that are in d->scratch. */
static void tell_reports(struct crew_hop *d, uint32_t nth)
{
    struct str *s = &d->out, *words = &d->parts.with[0].translator.words;
    str_clear(s);
    str_add(s, (const char *)&nth, sizeof nth);
    section_put(s, words->text, words->len);
    words->len = 0;
    str_add(s, d->scratch.text, d->scratch.len);
    hop_report(&d->hop, s);
}

static bool pass_reports(struct crew_hop *d, uint32_t nth, const char *reports, size_t n)
{
    struct transit *l = &d->transits[nth];
    l->parcels--;
    if (is_divided(d))
        return transit_add_reports(l, &d->parts, reports, n, d->sights);
    str_clear(&d->scratch);
    if (!reports_rewrite(reports, n, reports_say, &d->parts.with[0].translator,
                         &d->scratch))
        return false;
    tell_reports(d, nth);
    return true;
}

static bool pass_on(void *context, uint32_t nth)
{
    struct crew_hop *d = context;
    const struct str *said = &d->hop.message;
    enum crew_word word;
    if (said->len < sizeof word)
        return false;
    struct str rest = {.text = said->text + sizeof word, .len = said->len - sizeof word};
    memcpy(&word, said->text, sizeof word);
    if (word != CREW_ASKS)
        return pass_reports(d, nth, rest.text, rest.len);
    hop_tell(&d->hop, CLUSTER_ASKS, &rest);
    return true;
}

/* ---- from it ---- */

static bool take_numbers(struct crew_hop *d, const char *bytes, size_t n)
{
    struct program *p = d->t->locals.program;
    return !n || (p->ops->sharing && p->ops->sharing->take_numbers(p, bytes, n));
}

/* Gives a copy the parcel that is for it. */
static bool give(struct crew_hop *d)
{
    const struct hop *hop = &d->hop;
    const char *at = hop->message.text, *end = at + hop->message.len, *numbers, *words;
    struct translator *x = &d->parts.with[0].translator;
    struct parcel h;
    uint32_t nth;
    size_t n;
    if (hop->message.len < sizeof nth)
        return false;
    memcpy(&nth, at, sizeof nth);
    at += sizeof nth;
    bool good = nth < hop->n && hop->peers[nth].pid &&
                (numbers = section_take(&at, end, &n)) && take_numbers(d, numbers, n) &&
                (words = section_take(&at, end, &n)) && translate_learn(x, words, n) &&
                (size_t)(end - at) >= sizeof h;
    if (!good)
        return false;
    memcpy(&h, at, sizeof h);
    d->sights = h.sights;
    if (is_divided(d))
        return transit_add_parcel(&d->transits[nth], &d->parts, at, (size_t)(end - at));
    d->transits[nth].parcels++;
    str_clear(&d->out);
    return parcel_rewrite(at, (size_t)(end - at), parcel_understand, x, &d->out) &&
           wire_send(&hop->peers[nth], &d->out);
}

/* If the table is divided: goes on with what has come for the copies, and asks for what
 * they need. */
static void go_on(void *context)
{
    struct crew_hop *d = context;
    struct hop *hop = &d->hop;
    for (uint32_t i = 0; i < hop->n && is_divided(d); i++) {
        if (!hop->peers[i].pid)
            continue;
        str_clear(&d->scratch);
        while (transit_take(&d->transits[i], &d->parts, &d->parts.with[0].translator,
                            &d->scratch)) {
            tell_reports(d, i);
            str_clear(&d->scratch);
        }
        if (!transit_send(&d->transits[i], &hop->peers[i], &d->out))
            hop_lose(hop, i);
    }
    hop->over |= is_divided(d) && !parts_send(&d->parts);
}

static enum hop_took take(void *context, const struct cluster_head *h)
{
    struct crew_hop *d = context;
    const struct str *said = &d->hop.message;
    bool good = true;
    if (h->word == CLUSTER_ITEMS)
        good = give(d);
    else if (h->word == CLUSTER_NUMBERS)
        good = take_numbers(d, said->text, said->len);
    else if (h->word == CLUSTER_OWNERS)
        good = parts_learn(&d->parts, said);
    else if (parts_concern(h->word))
        good = parts_hear(&d->parts, h, said);
    else if (h->word != CLUSTER_BOARD)
        return HOP_NOT_MINE;
    return good ? HOP_TOOK : HOP_BROKEN;
}

static const struct hop_ops ops = {.pass_on = pass_on, .take = take, .go_on = go_on};

static void take_part(struct search *s)
{
    struct states t = {.s = s};
    struct program *p = s->st->program;
    uint32_t jobs = s->options.jobs ? s->options.jobs : 1;
    struct crew_hop d = {.t = &t};
    states_open(&t);
    /* If ranks cannot be recognised, process 0 finds that out as well. */
    hop_init(&d.hop, s, t.unable ? 0 : jobs, &ops, &d);
    if (!t.unable) {
        bool good = (!p->ops->sharing || p->ops->sharing->follow(p, NULL, NULL)) &&
                    locals_share(&t.locals) && copies_start(&t, d.hop.peers, jobs, true);
        d.transits = mem_alloc(jobs * sizeof *d.transits);
        parts_init(&d.parts, s->cluster, &t.locals, s->sizes.recent_worlds);
        hop_join(&d.hop, good, locals_beginning(&t.locals));
    }
    hop_serve(&d.hop);
    for (uint32_t i = 0; i < d.hop.n; i++)
        transit_free(&d.transits[i]);
    hop_free(&d.hop);
    free(d.transits);
    parts_free(&d.parts);
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
