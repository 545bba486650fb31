/* SPDX-License-Identifier: Apache-2.0
 *
 * view.h - a part of an execution graph, and what receives can get in it.
 *
 * Before a receive can take a message, others have to be settled, by rules R and S (see
 * kernel/rules.h): earlier_receive() and earlier_message() go through them. Whether they
 * are settled depends on whether one looks at a graph, at a part of it, or at a play of
 * it. */
#ifndef MZ_EXPLORE_MATCH_VIEW_H
#define MZ_EXPLORE_MATCH_VIEW_H
#include "explore/match/past.h"

/* A receive and the send that it takes. NONE stands for a try-receive that fails; in a
 * vector, for a receive that is cancelled and so leaves its messages to later ones. */
struct pair {
    uint32_t recv;
    int32_t send;
};
typedef VEC(struct pair) pairs_vec;

/* Does the receive number `recv` of the rank claim the message of the pair by rule R? */
static inline bool claims(const struct graph *g, uint32_t rank, uint32_t recv,
                          struct pair m)
{
    const struct match_recv *r = graph_recv(g, rank, recv);
    return !r->transient && rule_r(recv, r->wants, m.recv,
                                   graph_envelope(graph_event(g, (uint32_t)m.send)));
}

/* Does the message `send` come before the one of the pair by rule S? */
static inline bool comes_first(const struct graph *g, uint32_t rank, uint32_t send,
                               struct pair m)
{
    const struct match_event *other = graph_event(g, send);
    const struct match_event *s = graph_event(g, (uint32_t)m.send);
    return rule_s(graph_envelope(other), other->index, graph_envelope(s), s->index, false,
                  graph_recv(g, rank, m.recv)->wants);
}

/* Iterate over the receives that claim the message of the pair, in the order in which
 * they were posted, and over the messages that come before it, newest first. Each call
 * returns the one after `last`; start with NONE, and NONE is the end. */
static inline int32_t earlier_receive(const struct graph *g, uint32_t rank, struct pair m,
                                      int32_t last)
{
    uint32_t i = last == NONE ? graph_recv(g, rank, m.recv)->oldest : (uint32_t)last + 1;
    for (; i < m.recv; i++)
        if (claims(g, rank, i, m))
            return (int32_t)i;
    return NONE;
}

static inline int32_t earlier_message(const struct graph *g, uint32_t rank, struct pair m,
                                      int32_t last)
{
    const struct match_event *s =
        graph_event(g, (uint32_t)(last == NONE ? m.send : last));
    const struct match_channel *c = graph_channel(g, rank, s->rank);
    for (uint32_t i = s->index; i-- > 0;)
        if (comes_first(g, rank, c->sends.at[i], m))
            return (int32_t)c->sends.at[i];
    return NONE;
}

/* Iterates over the sights of messages that the look fits and would find again, newest
 * first: it may fail only if each of them was taken. As graph_sighted(). */
static inline int32_t view_sighted(const struct graph *g, uint32_t rank,
                                   const struct match_recv *look, int32_t sight)
{
    const struct match_rank *k = &g->rank[rank];
    do
        sight = graph_sighted(g, rank, look->pos, sight);
    while (sight != NONE && !graph_fits(look, graph_event(g, k->sights.at[sight].send)));
    return sight;
}

/* A view is a part of the graph: the events before `limit` in the order, those in
 * `past`, and a few more sends, without one event. */
struct view {
    struct graph *g;
    uint32_t limit;
    const struct past *past; /* may be NULL */
    const int32_t *extra;
    size_t nextra;
    int32_t without;
};

static inline struct view view_all(struct graph *g)
{
    return (struct view){.g = g, .limit = UINT32_MAX, .without = NONE};
}

bool view_has(const struct view *, uint32_t slot);

/* Is the message sent and not taken in this view? */
bool view_there(const struct view *, uint32_t send);

/* Is the receive posted, and neither matched nor cancelled in this view? It is known to
 * be posted. */
bool view_pending(const struct view *, uint32_t rank, uint32_t recv);

/* The send that the receive can take from that rank; NONE if there is none. */
int32_t view_candidate(const struct view *, uint32_t rank, uint32_t recv, uint32_t from);
/* The send that the receive can take from the lowest possible rank. */
int32_t view_first(const struct view *, uint32_t rank, uint32_t recv);

#endif
