/* SPDX-License-Identifier: Apache-2.0
 *
 * twins.h - images of a rank with the same memory, and what came after them.
 *
 * A rank whose memory is, byte for byte, what it was in another execution does the same
 * again, given the same outcomes. A receive from any source, for instance, leaves the
 * same memory whoever was received from before. So images that turn out to be equal have
 * one copy of the data, and share what is known of their future: which image came next,
 * with which outcome. The rank need not run then, nor is its memory copied or compared.
 *
 * Two of the executor's fields do not count as memory: the digest of the history and the
 * last outcome, on which nothing depends that the rank does next. Each image has its own,
 * and they are put in place with the data, so that what is restored is exactly what this
 * execution had.
 *
 * Looking for equal memory costs time. A rank for which it is nearly always in vain is
 * not looked at any more. */
#ifndef MZ_AGENT_EQUAL_TWINS_H
#define MZ_AGENT_EQUAL_TWINS_H
#include "agent/rank/image.h"

enum { TWINS_PATIENCE = 256 };

struct lead; /* an outcome, and what comes after it */

struct twins {
    uint32_t images; /* how many images belong to it */
    uint32_t steps;  /* how many steps lead to it */
    uint32_t far;    /* steps from the last twins whose memory was looked for */
    bool listed;     /* others are looked for */
    bool kept;       /* an image of them was wanted, so that the data stay when others are
                        looked for no more, unless there is no room */
    uint64_t hash;
    struct image of; /* what all of them have in common, with their data if any */
    struct lead *first;
    struct twins *same_place;     /* next in the table, by hash */
    struct twins *older, *newer;  /* links of the list of those that are looked for */
    struct twins *before, *after; /* links of the list of all */
};

/* Is it worth looking for the rank's memory? In its first execution there is nothing to
 * be found. */
bool twins_wanted(const struct rank *);
/* The image's data were just copied: looks for twins, which then have the data. True: it
 * has some. */
bool twins_settle(struct rank *, struct image *);
/* The image was just made, by running the rank from its parent. */
void twins_follow(const struct rank *, struct image *);
/* What is known to come after these with this outcome; NULL: nothing. */
struct twins *twins_after(struct twins *, const struct outcome *);
void twins_join(struct image *, struct twins *);
void twins_leave(struct image *);
/* Memory is needed for something else: those that were found longest ago are looked for
 * no more. False if there are none. */
bool twins_forget_one(void);

#endif
