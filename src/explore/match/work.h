/* SPDX-License-Identifier: Apache-2.0
 *
 * work.h - exploring items: what one process of the match explorer does. */
#ifndef MZ_EXPLORE_MATCH_WORK_H
#define MZ_EXPLORE_MATCH_WORK_H
#include "explore/match/match.h"
#include "explore/match/item.h"
#include "explore/match/report.h"

struct work {
    struct search *s;
    struct visit v;
    struct play play;
    struct match_trace trace;
    items_vec items; /* to be explored; the last one first */
    match_fn *look;
    void *context;
    uint32_t deviations, wanted; /* --bound: how many there are, are to be */
    bool bounded, limited;       /* is there such a bound; has it kept something out */
    /* An outcome that is to be told; the program's actors are at their start. */
    void (*tell)(struct work *);
    /* After every outcome; it may share what is left. May be NULL. */
    void (*after)(struct work *);
    void *pool;
    size_t closed; /* of so many frames, from the root, the later ways are not ours */
};

void work_init(struct work *, struct search *);
void work_free(struct work *);

/* Looks at the graph, which is complete. */
void work_complete(struct work *);

/* Explores one item, as far as nobody stops it: what is left is then among the items.
 * False if it is no item of this program. */
bool work_explore(struct work *, const struct item *);

/* All of them. */
void work_explore_all(struct work *);

/* A good part of what is left of it becomes items, for somebody else. */
void work_share(struct work *);

#endif
