/* SPDX-License-Identifier: Apache-2.0
 *
 * decisive.c - see decisive.h.
 *
 * In the second search nothing is handed over, but every outcome is judged again.
 * Programs in which nothing is found pay nothing for this. */
#include "agent/tell/decisive.h"
#include "agent/tell/handover.h"
#include "explore/decide/decide.h"
#include "explore/search/explorer.h"

#include <stdio.h>

static decisions_vec decisions;
static VEC(uint64_t) findings; /* offsets in the link, of the decisions' findings */

void decisive_note(struct state *st, const uint32_t *cut, uint64_t at)
{
    enum { MOST = 16, LONG = 100000 };
    struct link_finding *f = link_at(agent.link, at);
    const struct explorer *e = explorer_find(agent.link->options.algorithm);
    if (agent.link->job != JOB_EXPLORE ||
        !finding_counts((enum finding_kind)f->kind, agent.link->options.strict))
        return;
    /* "can fail" is said of nothing else, and not of one buffering at a time */
    bool waits = st->potential && (!e->matching || f->kind != FINDING_POTENTIAL_DEADLOCK);
    f->undecided = !decide_can(e)          ? UNDECIDED_EXPLORER
                   : waits                 ? UNDECIDED_POTENTIAL
                   : decisions.len == MOST ? UNDECIDED_MANY
                   : st->events.len > LONG ? UNDECIDED_LONG
                                           : UNDECIDED_STOPPED;
    if (f->undecided != UNDECIDED_STOPPED)
        return;
    decide_note(&decisions, st, cut, e->matching);
    vec_push(&findings, at);
}

/* Writes the ways to the link; false if there is no room. */
static bool add_ways(const struct decision *d, uint32_t nactors, struct link_finding *f)
{
    struct link *l = agent.link;
    f->ways = link_room(l, d->ways.len * sizeof(struct link_way));
    struct link_way *to = f->ways ? link_at(l, f->ways) : NULL;
    for (size_t i = 0; to && i < d->ways.len; i++) {
        const struct decide_way *w = &d->ways.at[i];
        uint32_t rank = w->got.rank % nactors; /* itself, or its slot */
        to[i] = (struct link_way){.kind = w->kind,
                                  .sender = d->events ? (int32_t)rank : w->got.sender,
                                  .passes = w->passes,
                                  .fails = w->fails};
        if (w->got.where)
            to[i].site = handover_site(&(struct op){.where = w->got.where - 1});
        snprintf(to[i].what, sizeof to[i].what, "%s", w->text);
    }
    f->nways = to ? (uint32_t)d->ways.len : 0;
    return to;
}

static void hand_over(const struct decision *d, uint32_t nactors, struct link_finding *f,
                      bool all)
{
    if (!d->known) {
        f->undecided = all ? UNDECIDED_UNCLEAR : UNDECIDED_STOPPED;
        return;
    }
    if (!d->hopeless && d->choices.at[d->decisive].step < f->left_out) {
        f->undecided = UNDECIDED_LONG; /* it is none of the steps that are told */
        return;
    }
    f->all_judged = all;
    f->decided = d->hopeless ? LINK_HOPELESS : LINK_DECIDED;
    if (d->hopeless)
        return;
    f->in_order = d->events;
    f->decisive = d->choices.at[d->decisive].step - (uint32_t)f->left_out;
    if (!add_ways(d, nactors, f))
        f->decided = LINK_UNDECIDED;
}

void decisive_run(void)
{
    struct search first = agent.search, *s = &agent.search;
    if (agent.once || !decide_prepare(s, &first, &decisions))
        return;
    agent.recounts = true;
    bool all = decide_run(s, &decisions, handover_words);
    agent.recounts = false;
    for (size_t i = 0; i < decisions.len; i++)
        hand_over(&decisions.at[i], s->st->program->nactors,
                  link_at(agent.link, findings.at[i]), all);
    decisions_free(&decisions);
    vec_free(&findings);
    search_free(s);
    agent.search = first;
}
