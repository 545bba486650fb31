/* SPDX-License-Identifier: Apache-2.0
 *
 * hop.h - another process of a cluster than the first one.
 *
 * It stands between its members, which are copies of it and explore, and the leader of
 * the search (roster.h): it passes on what they report and what they are given, in the
 * order in which it comes, and keeps no part of the search itself. */
#ifndef MZ_EXPLORE_SHARE_HOP_H
#define MZ_EXPLORE_SHARE_HOP_H
#include "explore/share/roster.h"

enum hop_took { HOP_TOOK, HOP_BROKEN, HOP_NOT_MINE };

struct hop_ops {
    /* A member has said hop.message. False: it has not said what it should, and is
     * lost. */
    bool (*pass_on)(void *context, uint32_t nth);
    /* Another process has said hop.message. */
    enum hop_took (*take)(void *context, const struct cluster_head *);
    /* Called from time to time, and after what was said. May be NULL. */
    void (*go_on)(void *context);
};

struct hop {
    struct search *s;
    struct cluster *cluster;
    const struct hop_ops *ops;
    void *context;
    struct peer *peers; /* the members, then the line to the leader */
    uint32_t n;
    bool over;
    struct str message;
};

/* A hop with so many members, whom the caller starts as hop.peers. */
void hop_init(struct hop *, struct search *, uint32_t n, const struct hop_ops *,
              void *context);
/* Tells the leader that its members are here, if they could be started (`good`); the
 * names of the states in which ranks begin are `states`, see struct cluster_hello. */
void hop_join(struct hop *, bool good, uint64_t states);
void hop_serve(struct hop *); /* until the search has ended */
void hop_free(struct hop *);  /* ends its members */

/* Tells the leader this; the member is lost. */
void hop_tell(struct hop *, enum cluster_word, const struct str *);
/* A report, which rests on what is told first. */
void hop_report(struct hop *, const struct str *);
void hop_lose(struct hop *, uint32_t nth);

#endif
