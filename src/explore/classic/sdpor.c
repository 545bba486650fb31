/* SPDX-License-Identifier: Apache-2.0
 *
 * sdpor.c - source sets (Abdulla, Aronis, Jonsson, Sagonas: Optimal Dynamic
 * Partial Order Reduction, POPL 2014, section 5).
 *
 * An alternative is a sequence v to be explored from its node. Any execution that
 * begins with an initial of v (an act of v with no predecessor in v) can be
 * continued to one equivalent to v; so if an actor that performs an initial is
 * already wanted at the node, nothing is to do, and otherwise one is added. */
#include "explore/search/explorer.h"
#include "explore/classic/tree.h"

void sdpor_run(struct search *s)
{
    if (multihead_asked(s))
        multihead_run(s, races_begins);
    else
        tree_run(s, races_begins, false);
}
