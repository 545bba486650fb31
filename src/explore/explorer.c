/* SPDX-License-Identifier: Apache-2.0
 *
 * explorer.c - the list of algorithms; see explorer.h. */
#include "explore/explorer.h"

#include <string.h>

const struct explorer explorers[] = {
    {"exhaustive", "every interleaving, no reduction: the judge of the others",
     exhaustive_run, false, false},
    {"dpor", "dynamic partial-order reduction with persistent sets", dpor_run, false,
     false},
    {"sdpor", "source sets: fewer branches than dpor", sdpor_run, false, false},
    {"odpor", "source sets and wakeup trees: each trace exactly once", odpor_run, true,
     false},
    {"udpor", "unfolding-based: each trace exactly once", udpor_run, true, false},
    {"transdpor", "actor programs: dpor that adds one message at a time", transdpor_run,
     false, true},
    {0},
};

const struct explorer *explorer_find(const char *name)
{
    for (const struct explorer *e = explorers; e->name; e++)
        if (!strcmp(e->name, name))
            return e;
    return NULL;
}
