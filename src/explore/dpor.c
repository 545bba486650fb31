/* SPDX-License-Identifier: Apache-2.0
 *
 * dpor.c - dynamic partial-order reduction with persistent sets (Flanagan and
 * Godefroid, POPL 2005), with or without sleep sets.
 *
 * When the act of an alternative is to happen before the event at its node, some
 * actor must move there that leads up to it: the act's own, or one with an event
 * from the node on that happens before the act. The paper takes any of them that
 * is enabled at the node. We take one whose first such event has no predecessor
 * from the node on (there always is one), because any other can be asleep at the
 * node without the alternative having been explored: brute force found a program
 * on which the free choice, combined with sleep sets, misses traces
 * (tests/litmus/fuzz-dpor-sleep.lit). What is left of the difference to source
 * sets is that those accept initials that do not lead up to the act. */
#include "explore/explorer.h"
#include "explore/tree.h"

static void want(struct tree *t, const struct alternative *alt)
{
    const struct state *st = t->s->st;
    uint8_t *flags = tree_flags(t, alt->node);
    const uint32_t *past = races_past(&t->races, alt);
    uint32_t pick = UINT32_MAX;
    for (uint32_t a = 0; a < st->nactors; a++) {
        bool leads = a == alt->act.actor ||
                     (past[a] && st->actor[a].events.at[past[a] - 1] >= alt->node);
        if (!leads || !tree_begins(t, alt, a))
            continue;
        if (flags[a] & NODE_WANTED)
            return;
        pick = a;
    }
    flags[pick] |= NODE_WANTED;
}

void dpor_run(struct search *s)
{
    if (state_has_inboxes(s->st))
        message_dpor_run(s);
    else
        tree_run(s, want);
}
