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

/* A copy of the link without the steps of the current execution and without what offsets
 * point to, which can be read whatever the program has written there. */
void audit_copy(struct link *to, const struct link *from);

/* What the process was told to do: as it was before it started. */
struct orders {
    uint64_t secret;
    struct link *link; /* its first part alone */
};
void audit_begin(struct orders *, struct link *);
void audit_free(struct orders *);

/* The process has ended. NULL if the link is as the agent has left it, or in a few words
 * what is not. */
const char *audit_link(struct link *, const struct orders *);
/* Puts back the orders, and makes the process one that has refused the program. */
void audit_clear(struct link *, const struct orders *);

#endif
