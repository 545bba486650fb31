/* SPDX-License-Identifier: Apache-2.0
 *
 * overlap.h - do the buffers of one call lie on top of each other?
 *
 * The standard forbids it: what is sent and what is received must not share a byte, and
 * no byte is received twice. Derived datatypes may have holes, in which another buffer
 * can lie; so the bytes themselves are compared, not the bounds. */
#ifndef MZ_MPI_P2P_OVERLAP_H
#define MZ_MPI_P2P_OVERLAP_H
#include "base/vec.h"
#include "mpi/type/data.h"

struct span {
    uintptr_t from, to;
    bool received;
};

struct spans {
    VEC(struct span) all;
    bool too_many; /* there are too many to be compared, which the verdict says */
};

enum overlap { OVERLAP_NONE, OVERLAP_BOTH, OVERLAP_RECEIVED };

void spans_add(struct spans *, const struct data *, bool received);
/* Does a byte occur in both a sent and a received buffer, or in two received ones?
 * Frees the spans. */
enum overlap spans_overlap(struct spans *);
/* Do the data and these n bytes share one? */
bool data_overlaps(const struct data *, const void *, size_t n);

#endif
