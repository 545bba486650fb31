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
#include "explore/search/explorer.h"
#include "explore/classic/tree.h"

static bool begins(struct races *r, const struct alternative *alt, uint32_t actor)
{
    if (!races_begins(r, alt, actor))
        return false;
    if (actor == alt->act.actor)
        return true;
    uint32_t known = races_past(r, alt)[actor];
    return known && r->st->actor[actor].events.at[known - 1] >= alt->node;
}

void dpor_run(struct search *s)
{
    if (multihead_asked(s))
        multihead_run(s, begins);
    else if (state_has_inboxes(s->st))
        message_dpor_run(s);
    else
        tree_run(s, begins, true);
}
