/* SPDX-License-Identifier: Apache-2.0
 *
 * explorer.c - the list of algorithms; see explorer.h. */
#include "explore/explorer.h"

#include <string.h>

const struct explorer explorers[] = {
    {.name = "exhaustive",
     .summary = "every interleaving, no reduction: the judge of the others",
     .run = exhaustive_run,
     .withdrawal = WITHDRAWAL_ALL},
    {.name = "dpor",
     .summary = "dynamic partial-order reduction with persistent sets",
     .run = dpor_run,
     .withdrawal = WITHDRAWAL_ALL},
    {.name = "sdpor",
     .summary = "source sets: fewer branches than dpor",
     .run = sdpor_run,
     .withdrawal = WITHDRAWAL_ALL},
    {.name = "odpor",
     .summary = "source sets and wakeup trees: each trace exactly once",
     .run = odpor_run,
     .optimal = true,
     .withdrawal = WITHDRAWAL_ALL},
    {.name = "udpor",
     .summary = "unfolding-based: each trace exactly once",
     .run = udpor_run,
     .optimal = true,
     .withdrawal = WITHDRAWAL_RECEIVES},
    {.name = "transdpor",
     .summary = "actor programs: dpor that adds one message at a time",
     .run = transdpor_run,
     .inboxes = true},
    {.name = "match",
     .summary = "programs with matching semantics: every outcome, under all bufferings",
     .run = match_run,
     .optimal = true,
     .matching = true,
     .withdrawal = WITHDRAWAL_RECEIVES,
     .both_bufferings = true},
    {.name = "random",
     .summary = "programs with matching semantics: outcomes by chance, with an estimate",
     .run = random_run,
     .matching = true,
     .withdrawal = WITHDRAWAL_RECEIVES,
     .samples = true,
     .both_bufferings = true},
    {.name = "pct",
     .summary = "executions by chance, with a bound on how likely a bug is found",
     .run = pct_run,
     .withdrawal = WITHDRAWAL_ALL,
     .samples = true},
    {0},
};

void explorer_run(const struct explorer *e, struct search *s)
{
    e->run(s);
    while (s->counts.stopped == STOP_ROOM && search_restart(s))
        e->run(s);
}

const struct explorer *explorer_find(const char *name)
{
    for (const struct explorer *e = explorers; e->name; e++)
        if (!strcmp(e->name, name))
            return e;
    return NULL;
}
