/* SPDX-License-Identifier: Apache-2.0
 *
 * raw.h - findings of the agent, taken out of the link.
 *
 * The link is in the memory of the program under test, which may write over it, and go on
 * doing so. So what is read is first copied, and the copy is checked: every offset,
 * count, length and number. What contradicts itself is not believed. */
#ifndef MZ_REAL_RAW_H
#define MZ_REAL_RAW_H
#include "real/link.h"
#include "report/mzt.h"

/* A finding of which all is in our own memory. */
struct raw_finding {
    struct link_finding is;
    struct mzt trace; /* the finding, which may be taken out of it, and its schedule */
    struct link_way *ways;
};

/* Where we are in the list of findings; zeroed but for the link: before the first. */
struct raw_list {
    struct link *link;
    uint64_t at;
    bool overwritten; /* it contradicts itself, and has no end that could be trusted */
};

/* Goes on to the next finding, and copies what is counted of it. False: there is none, so
 * far. */
bool raw_next(struct raw_list *, struct link_finding *);
/* Takes the finding at which the list is; false: it contradicts itself. */
bool raw_take(struct raw_list *, struct raw_finding *);
/* The same of one that is in no list: an outcome (at this offset); a sample, which has a
 * schedule and no finding; and the output of the first execution. */
bool raw_outcome(struct link *, uint64_t at, struct raw_finding *);
bool raw_sample(struct link *, struct raw_finding *);
bool raw_output(struct link *, struct mzt *);
void raw_free(struct raw_finding *);

/* A copy of so many things in the link that are no finding; NULL: they are not all in
 * it. */
void *link_copy(struct link *, uint64_t offset, uint64_t count, size_t size);

#endif
