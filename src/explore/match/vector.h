/* SPDX-License-Identifier: Apache-2.0
 *
 * vector.h - which matches of a rank can happen together, so that a receive is matched.
 *
 * A vector is a minimal set of new matches of one rank that can happen together and match
 * the given receive, in an order in which they can happen; the given receive comes
 * last. */
#ifndef MZ_EXPLORE_MATCH_VECTOR_H
#define MZ_EXPLORE_MATCH_VECTOR_H
#include "explore/match/view.h"

/* Called with a vector. */
typedef void vector_fn(void *context, const struct pair *, size_t n);

/* Calls the function with every vector for the receive. */
void vectors_find(const struct view *, uint32_t rank, uint32_t recv, vector_fn *,
                  void *context);

/* Finds vectors with sends and cancels that are not all in the view; each must contain
 * the newest event, which is the send newest.send (whichever receive takes it) or the
 * cancel of newest.recv. The view grows with the vector: `changed` is called whenever
 * the vector changes. A result may fail to be a vector in the final view, so the caller
 * checks with vector_stands(). */
struct growth {
    const int32_t *allowed;
    size_t nallowed;
    struct pair newest;
    vector_fn *changed;
};
void vectors_growing(const struct view *, uint32_t rank, uint32_t recv,
                     const struct growth *, vector_fn *, void *context);

/* Is this set a vector in the view? */
bool vector_stands(const struct view *, uint32_t rank, const struct pair *, size_t n);

#endif
