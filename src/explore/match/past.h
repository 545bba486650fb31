/* SPDX-License-Identifier: Apache-2.0
 *
 * past.h - happens-before in an execution graph.
 *
 * A past is a set of events that is closed under happens-before: how far each line
 * reaches into it, and which events are in it that are on no line. It is computed when
 * asked for, by following direct causes: program order, send to match, post to match,
 * match to what saw it, the matches that the rules R and S force before it, arrival to
 * whoever left the collective, what took a message to a look that does not find it. */
#ifndef MZ_EXPLORE_MATCH_PAST_H
#define MZ_EXPLORE_MATCH_PAST_H
#include "explore/match/graph.h"

struct stretch {
    uint32_t rank, from, to;
};

struct past {
    uint32_t *reach; /* for each rank, the length of the part of its line that is in
                        the past */
    /* for each event on no line: equal to `now` if the event is in the past */
    VEC(uint32_t) mark;
    uint32_t now;
    uint32_t floor;       /* events before this place in the order do not matter; see
                             past_clear() */
    VEC(uint32_t) events; /* events whose causes are still to be followed */
    VEC(struct stretch) stretches;
};

void past_init(struct past *, const struct graph *);
void past_free(struct past *);

/* Empties the set. For events before `floor` in the order, past_has() may answer
 * wrongly; so causes that lead to such events only are not followed. */
void past_clear(struct past *, const struct graph *, uint32_t floor);

/* Adds everything that happens before position `pos` of the line. */
void past_add_line(struct past *, struct graph *, uint32_t rank, uint32_t pos);

/* Adds a match or done event with its past. */
void past_add_event(struct past *, struct graph *, uint32_t slot);

static inline bool past_has(const struct past *p, const struct graph *g, uint32_t slot)
{
    const struct match_event *e = graph_event(g, slot);
    return graph_on_line(g, e) ? e->pos < p->reach[e->rank]
                               : slot < p->mark.len && p->mark.at[slot] == p->now;
}

/* Is the message being received in the past? See graph_is_received(). */
static inline bool past_received(const struct past *p, const struct graph *g,
                                 const struct match_event *send)
{
    return graph_is_received(g, send) && past_has(p, g, (uint32_t)send->reader) &&
           (send->received == NONE || (uint32_t)send->received < p->reach[send->to]);
}

#endif
