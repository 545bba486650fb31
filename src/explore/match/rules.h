/* SPDX-License-Identifier: Apache-2.0
 *
 * rules.h - what a receive can take, in a graph or in a part of one.
 *
 * R: a message goes to the earliest posted receive that it fits.
 * S: a receive takes the earliest message of each sender that fits it. */
#ifndef MZ_EXPLORE_MATCH_RULES_H
#define MZ_EXPLORE_MATCH_RULES_H
#include "explore/match/past.h"

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

/* A receive and the send it is to take. NONE: a try-receive that fails; in a vector, a
 * receive that is cancelled, and so leaves its messages to later ones. */
struct pair {
    uint32_t recv;
    int32_t send;
};
typedef VEC(struct pair) pairs_vec;

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
