/* SPDX-License-Identifier: Apache-2.0
 *
 * explorer.c - the algorithms, what each can do, and which one is taken. */
#include "explore/search/explorer.h"
#include "explore/sample/audit.h"

#include <string.h>

const struct explorer explorers[] = {
    {.name = "exhaustive",
     .summary = "every interleaving, no reduction: the judge of the others",
     .run = exhaustive_run,
     .takes = TAKES_JOBS | TAKES_STRATEGY | TAKES_THRESHOLD,
     .interleavings = true,
     .withdrawal = WITHDRAWAL_ALL,
     .windows = true,
     .lines = true},
    {.name = "dpor",
     .summary = "dynamic partial-order reduction with persistent sets",
     .run = dpor_run,
     .takes = TAKES_SLEEP | TAKES_ORDER | TAKES_RACES | TAKES_JOBS | TAKES_RESUME |
              TAKES_STRATEGY | TAKES_GUIDE | TAKES_THRESHOLD,
     .heads = true,
     .withdrawal = WITHDRAWAL_ALL,
     .windows = true},
    {.name = "sdpor",
     .summary = "source sets: fewer branches than dpor",
     .run = sdpor_run,
     .preference = 1,
     .takes = TAKES_JOBS | TAKES_RESUME | TAKES_STRATEGY | TAKES_GUIDE | TAKES_THRESHOLD,
     .heads = true,
     .withdrawal = WITHDRAWAL_ALL,
     .windows = true},
    {.name = "odpor",
     .summary = "source sets and wakeup trees: each trace exactly once",
     .run = odpor_run,
     .preference = 2,
     .optimal = true,
     .withdrawal = WITHDRAWAL_ALL,
     .windows = true,
     .lines = true},
    {.name = "udpor",
     .summary = "unfolding-based: each trace exactly once",
     .run = udpor_run,
     .takes = TAKES_K,
     .optimal = true,
     .withdrawal = WITHDRAWAL_RECEIVES,
     .windows = true},
    {.name = "transdpor",
     .summary = "actor programs: dpor that adds one message at a time",
     .run = transdpor_run,
     .takes = TAKES_SLEEP | TAKES_ORDER | TAKES_RACES,
     .inboxes = true},
    {.name = "match",
     .summary = "programs with matching semantics: every outcome, under all bufferings",
     .run = match_run,
     .preference = 3,
     .takes = TAKES_BOUND | TAKES_POLLS | TAKES_JOBS | TAKES_RESUME | TAKES_STRATEGY |
              TAKES_GUIDE | TAKES_THRESHOLD,
     .optimal = true,
     .matching = true,
     .withdrawal = WITHDRAWAL_RECEIVES,
     .both_bufferings = true},
    {.name = "states",
     .summary = "programs with matching semantics: every state, under all bufferings",
     .run = states_run,
     .states = true,
     .takes = TAKES_STATES | TAKES_POLLS | TAKES_JOBS | TAKES_RESUME | TAKES_STRATEGY |
              TAKES_GUIDE,
     .matching = true,
     .withdrawal = WITHDRAWAL_RECEIVES,
     .both_bufferings = true},
    {.name = "auto",
     .summary = "match, or states if there are many outcomes and states are fewer",
     .run = auto_run,
     .preference = 4,
     .turns = true,
     .takes = TAKES_BOUND | TAKES_POLLS | TAKES_JOBS | TAKES_RESUME | TAKES_STATES |
              TAKES_STRATEGY | TAKES_GUIDE | TAKES_THRESHOLD,
     .matching = true,
     .withdrawal = WITHDRAWAL_RECEIVES,
     .both_bufferings = true},
    {.name = "random",
     .summary = "programs with matching semantics: outcomes by chance, with an estimate",
     .run = random_run,
     .takes = TAKES_POLLS | TAKES_JOBS,
     .matching = true,
     .withdrawal = WITHDRAWAL_RECEIVES,
     .samples = SAMPLES_OUTCOMES,
     .both_bufferings = true},
    {.name = "pct",
     .summary = "executions by chance, with a bound on how likely a bug is found",
     .run = pct_run,
     .takes = TAKES_PCT_DEPTH | TAKES_JOBS,
     .withdrawal = WITHDRAWAL_ALL,
     .samples = SAMPLES_CHANCE,
     .windows = true},
    {0},
};

void explorer_run(const struct explorer *e, struct search *s)
{
    if (s->options.check_sharing) {
        s->sizes.crew_tasks = 1;
        s->sizes.far_tasks = 0;
        s->sizes.divide_bytes = 0;
        s->sizes.recent_worlds = 1024; /* so that process 0 has to ask for many */
    }
    do {
        s->st->rounds = s->options.polls;
        audit_expect(e, s);
        e->run(s);
    } while (s->counts.stopped == STOP_ROOM && search_restart(s));
    /* A program has at least one outcome, so executions were left out that should not
     * have been. */
    if ((s->st->program->windows || s->st->program->nobjects) && !s->counts.executions &&
        !s->counts.stopped)
        s->counts.stopped = STOP_POLLS;
}

const struct explorer *explorer_find(const char *name)
{
    for (const struct explorer *e = explorers; e->name; e++)
        if (!strcmp(e->name, name))
            return e;
    return NULL;
}

/* ---- which one ---- */

const struct explorer *explorer_used(const struct explorer *e,
                                     const struct search_counts *c)
{
    return !e->turns ? e : explorer_find(c->by_states ? "states" : "match");
}

bool explorer_compares(const struct explorer *e, enum turn_stage stage)
{
    return e->states || (e->turns && stage == TURN_STATES);
}

bool explorer_copes(const struct explorer *e, const struct explorer_need *n)
{
    return (!e->inboxes || n->inboxes) && (!e->matching || (n->matching && !n->queues)) &&
           (!n->both_bufferings || e->both_bufferings) &&
           n->withdrawal <= e->withdrawal && (!n->windows || e->windows) &&
           (!n->lines || e->lines) && !(n->queues && n->withdrawal == WITHDRAWAL_ALL);
}

const struct explorer *explorer_choose(const struct explorer_need *n)
{
    const struct explorer *best = NULL;
    for (const struct explorer *e = explorers; e->name; e++)
        if (explorer_copes(e, n) && !e->samples &&
            (!n->ordered || e->takes & TAKES_GUIDE) &&
            (!best || e->preference > best->preference))
            best = e;
    return best;
}

bool explorer_replace(struct search_options *o, const struct explorer_need *n)
{
    struct explorer_need need = *n;
    need.ordered = o->ordered || o->guides;
    const struct explorer *e = explorer_choose(&need);
    if (!e || !o->may_choose)
        return false;
    strcpy(o->algorithm, e->name);
    if (o->buffering == BUFFERING_ANY && !e->both_bufferings) {
        o->buffering = BUFFERING_INFINITE;
        o->each_buffering = true;
    }
    o->may_choose = false;
    return true;
}
