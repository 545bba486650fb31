/* SPDX-License-Identifier: Apache-2.0
 *
 * rules.h - what a receive can take, in a graph or in a part of one.
 *
 * R: a message goes to the earliest posted receive that it fits.
 * S: a receive takes the earliest message of each sender that fits it.
 *
 * So before a receive can take a message, others have to be settled: rules_r() and
 * rules_s() go through them. Nobody else knows the rules; whether those others are
 * settled depends on whether one looks at a graph, at a part of it, or at a play of it.
 */
#ifndef MZ_EXPLORE_MATCH_RULES_H
#define MZ_EXPLORE_MATCH_RULES_H
#include "explore/match/past.h"

/* A receive and the send that it takes. NONE stands for a try-receive that fails; in a
 * vector, for a receive that is cancelled and so leaves its messages to later ones. */
struct pair {
    uint32_t recv;
    int32_t send;
};
typedef VEC(struct pair) pairs_vec;

/* Rule R: does the receive number `recv` of the rank take precedence over the one in
 * the pair, because it was posted earlier and the message fits it? */
static inline bool rules_r_first(const struct graph *g, uint32_t rank, uint32_t recv,
                                 struct pair m)
{
    const struct match_recv *r = graph_recv(g, rank, recv);
    return recv < m.recv && !r->transient &&
           graph_fits(r, graph_event(g, (uint32_t)m.send));
}

/* Rule S: does the message `send` take precedence over the one in the pair, because the
 * same rank sent it earlier and it fits the receive? */
static inline bool rules_s_first(const struct graph *g, uint32_t rank, uint32_t send,
                                 struct pair m)
{
    const struct match_event *s = graph_event(g, (uint32_t)m.send);
    const struct match_event *other = graph_event(g, send);
    return other->rank == s->rank && other->index < s->index &&
           graph_fits(graph_recv(g, rank, m.recv), other);
}

/* Iterate over the receives that take precedence by rule R, in the order in which they
 * were posted, and over the messages that take precedence by rule S, newest first. Each
 * call returns the one after `last`; start with NONE, and NONE is the end. */
static inline int32_t rules_r(const struct graph *g, uint32_t rank, struct pair m,
                              int32_t last)
{
    uint32_t i = last == NONE ? graph_recv(g, rank, m.recv)->oldest : (uint32_t)last + 1;
    for (; i < m.recv; i++)
        if (rules_r_first(g, rank, i, m))
            return (int32_t)i;
    return NONE;
}

static inline int32_t rules_s(const struct graph *g, uint32_t rank, struct pair m,
                              int32_t last)
{
    const struct match_event *s =
        graph_event(g, (uint32_t)(last == NONE ? m.send : last));
    const struct match_channel *c = graph_channel(g, rank, s->rank);
    for (uint32_t i = s->index; i-- > 0;)
        if (rules_s_first(g, rank, c->sends.at[i], m))
            return (int32_t)c->sends.at[i];
    return NONE;
}

/* Do the two receives accept the same messages? Then, if r took an earlier message, its
 * match already happens after everything else that rule S puts before the other's. */
static inline bool rules_alike(const struct match_recv *r, const struct match_recv *other)
{
    return r->context == other->context && r->peer == other->peer && r->tag == other->tag;
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

/* The send that the receive can take from that rank; NONE if there is none. */
int32_t rules_candidate(const struct view *, uint32_t rank, uint32_t recv, uint32_t from);
/* The send that the receive can take from the lowest possible rank. */
int32_t rules_first(const struct view *, uint32_t rank, uint32_t recv);

/* Called with a vector: a minimal set of new matches of one rank that can happen
 * together and match the given receive, in an order in which they can happen; the given
 * receive comes last. */
typedef void vector_fn(void *context, const struct pair *, size_t n);

/* Calls the function with every vector for the receive. */
void rules_vectors(const struct view *, uint32_t rank, uint32_t recv, vector_fn *,
                   void *context);

/* Finds vectors with sends and cancels that are not all in the view; each must contain
 * the newest event, which is the send newest.send (whichever receive takes it) or the
 * cancel of newest.recv. The view grows with the vector: `changed` is called whenever
 * the vector changes. A result may fail to be a vector in the final view, so the caller
 * checks with rules_is_vector(). */
struct growth {
    const int32_t *allowed;
    size_t nallowed;
    struct pair newest;
    vector_fn *changed;
};
void rules_growing_vectors(const struct view *, uint32_t rank, uint32_t recv,
                           const struct growth *, vector_fn *, void *context);

/* Is this set a vector in the view? */
bool rules_is_vector(const struct view *, uint32_t rank, const struct pair *, size_t n);

#endif
