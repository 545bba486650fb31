/* SPDX-License-Identifier: Apache-2.0
 *
 * sdpor.c - source sets (Abdulla, Aronis, Jonsson, Sagonas: Optimal Dynamic
 * Partial Order Reduction, POPL 2014, section 5).
 *
 * An alternative is a sequence v to be explored from its node. Any execution that
 * begins with an initial of v (an act of v with no predecessor in v) can be
 * continued to one equivalent to v; so if an actor that performs an initial is
 * already wanted at the node, nothing is to do, and otherwise one is added. */
#include "explore/explorer.h"
#include "explore/tree.h"

#include <assert.h>

static void want(struct tree *t, const struct alternative *alt)
{
    uint8_t *flags = tree_flags(t, alt->node);
    uint32_t pick = UINT32_MAX;
    for (uint32_t a = 0; a < t->s->st->nactors; a++) {
        if (!tree_begins(t, alt, a))
            continue;
        if (flags[a] & NODE_WANTED)
            return;
        if (pick == UINT32_MAX)
            pick = a;
    }
    assert(pick != UINT32_MAX); /* what comes first in v is an initial */
    flags[pick] |= NODE_WANTED;
}

void sdpor_run(struct search *s)
{
    tree_run(s, want);
}
