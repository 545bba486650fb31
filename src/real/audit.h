/* SPDX-License-Identifier: Apache-2.0
 *
 * audit.h - is in the link what the agent has put there?
 *
 * The link is in the memory of the program under test, and any pointer that goes astray
 * may write over it. While the program runs, the supervisor looks at a copy, in which no
 * number is larger than what it counts (audit_copy). When it has ended, nobody writes any
 * more; then everything is looked at once (audit_link), and is as good as our own memory
 * if nothing contradicts. */
#ifndef MZ_REAL_AUDIT_H
#define MZ_REAL_AUDIT_H
#include "real/link.h"

/* What the process was told to do: as it was before it started. */
struct orders {
    uint64_t secret;
    struct link *link; /* its first part alone */
};
void audit_begin(struct orders *, struct link *);
void audit_free(struct orders *);

/* A copy of the link without the steps of the current execution and without what offsets
 * point to, which can be read whatever the program has written there. Entries of lists
 * that are just being written are not in it. */
void audit_copy(struct link *to, const struct link *from, const struct orders *);

/* The process has ended; `killed`: in the midst of something. NULL if the link is as the
 * agent has left it, or in a few words what is not. Takes entries out of its lists that
 * were not finished. */
const char *audit_link(struct link *, const struct orders *, bool killed);
/* Puts back the orders, and makes the process one that has refused the program. */
void audit_clear(struct link *, const struct orders *);

#endif
