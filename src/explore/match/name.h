/* SPDX-License-Identifier: Apache-2.0
 *
 * name.h - the name of the outcome that a graph is: see explore/search/observed.h. */
#ifndef MZ_EXPLORE_MATCH_NAME_H
#define MZ_EXPLORE_MATCH_NAME_H
#include "explore/match/graph.h"
#include "explore/search/observed.h"

/* The graph is complete. `o` is scratch, for as many ranks. */
struct digest match_name(const struct graph *, struct observed *o);

#endif
