/* SPDX-License-Identifier: Apache-2.0
 *
 * ways.h - reckoning with distances. */
#ifndef MZ_REAL_FLOW_WAYS_H
#define MZ_REAL_FLOW_WAYS_H
#include "real/flow/flow.h"

struct flow_ways ways_least(struct flow_ways, struct flow_ways);
/* A call of a function with these ways, which goes on with those, in a function that
 * catches exceptions with the third. An exception that is not caught here leaves, too. */
struct flow_ways ways_of_call(struct flow_ways called, struct flow_ways next,
                              struct flow_ways caught);

#endif
