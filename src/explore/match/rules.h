/* SPDX-License-Identifier: Apache-2.0
 *
 * rules.h - what a receive can take, in a graph or in a part of one.
 *
 * R: a message goes to the earliest posted receive that it fits.
 * S: a receive takes the earliest message of each sender that fits it.
 *
 * So before a receive can take a message, others have to be settled: rules_r() and
 * rules_s() go through them. Nobody else knows the rules; whether those others are
 * settled depends on what one looks at, a graph, a part of it, or a play of it. */
#ifndef MZ_EXPLORE_MATCH_RULES_H
#define MZ_EXPLORE_MATCH_RULES_H
#include "explore/match/past.h"

/* A receive and the send it is to take. NONE: a try-receive that fails; in a vector, a
 * receive that is cancelled, and so leaves its messages to later ones. */
struct pair {
    uint32_t recv;
    int32_t send;
};
typedef VEC(struct pair) pairs_vec;

/* R: has that receive of the rank a better claim to the message than the one in the pair,
 * since it was posted earlier and the message fits it? */
static inline bool rules_r_first(const struct graph *g, uint32_t rank, uint32_t recv,
                                 struct pair m)
{
    const struct match_recv *r = graph_recv(g, rank, recv);
    return recv < m.recv && !r->transient &&
           graph_fits(r, graph_event(g, (uint32_t)m.send));
}

/* S: has the receive a better claim to that message than to the one in the pair, since it
 * was sent earlier, by the same rank, and fits? */
static inline bool rules_s_first(const struct graph *g, uint32_t rank, uint32_t send,
                                 struct pair m)
{
    const struct match_event *s = graph_event(g, (uint32_t)m.send);
    const struct match_event *other = graph_event(g, send);
    return other->rank == s->rank && other->index < s->index &&
           graph_fits(graph_recv(g, rank, m.recv), other);
}

/* All receives for which R says so, in the order posted; all messages for which S does,
 * the newest first. The next one after `last`, the first one after NONE; NONE: no more.
 */
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

/* Does every message that fits the one fit the other? Then the message that it took came
 * after all that rule S wants to be taken before that one. */
static inline bool rules_alike(const struct match_recv *r, const struct match_recv *other)
{
    return r->context == other->context && r->peer == other->peer && r->tag == other->tag;
}

/* A part of the graph: what was added before `limit`, what is in the past, and a few
 * sends more; without one event. */
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

/* Which send the receive can take from that rank; NONE: none. */
int32_t rules_candidate(const struct view *, uint32_t rank, uint32_t recv, uint32_t from);
/* From the first rank of all. */
int32_t rules_first(const struct view *, uint32_t rank, uint32_t recv);

/* A vector: a minimal set of new matches of a rank that are possible together and match
 * the receive, in an order in which they can happen; this receive comes last. */
typedef void vector_fn(void *context, const struct pair *, size_t n);

/* All of them. */
void rules_vectors(const struct view *, uint32_t rank, uint32_t recv, vector_fn *,
                   void *context);

/* The same with sends and cancels that are not all in the view, and of which the newest
 * must be one: that send, whoever takes it, or the cancel of that receive. The view is to
 * grow with the vector: `changed` is called whenever that has changed. What is found may
 * not be a vector in the view that results. */
struct growth {
    const int32_t *allowed;
    size_t nallowed;
    struct pair newest;
    vector_fn *changed;
};
void rules_growing_vectors(const struct view *, uint32_t rank, uint32_t recv,
                           const struct growth *, vector_fn *, void *context);

/* Is this a vector here? */
bool rules_is_vector(const struct view *, uint32_t rank, const struct pair *, size_t n);

#endif
