/* SPDX-License-Identifier: Apache-2.0
 *
 * head.h - the heads of a guided search: choices some of whose ways are still to be
 * explored.
 *
 * Heads form a tree, so that what several of them have in common is stored once: the
 * parent of a head is the choice with several ways that comes before it. A head is
 * *open* as long as one of its ways has not been tried. It stays in the tree as long as
 * it is open or has children, so the tree holds exactly what is left of the search. */
#ifndef MZ_EXPLORE_GUIDE_HEAD_H
#define MZ_EXPLORE_GUIDE_HEAD_H
#include "base/vec.h"
#include "explore/search/sight.h"

#include <stddef.h>

#define NOT_THERE UINT32_MAX

/* Of a way, in trees in which not all ways are explored (tree.together). */
struct way_note {
    uint32_t begun; /* when it was begun, or one that is explored together with it: 1 for
                       the first way of the head; 0: not yet */
    uint32_t group; /* ways that are explored together have the same */
    bool wanted;
    float value; /* at first sight: the least is the best */
    struct wish wish;
};

struct head {
    struct head *parent, *child, *next, *before; /* next, before: of the same parent */
    uint64_t path;                               /* as item.path, up to this choice */
    uint64_t name;          /* of the ways and choices up to here, and no other head's */
    double weight;          /* the share of the whole search that lies below it */
    uint64_t *tried;        /* a bit for each way */
    uint64_t few;           /* these bits, if there are no more than 64 ways */
    uint32_t way;           /* the way of the parent that leads here */
    uint32_t n;             /* number of ways */
    uint32_t left;          /* number of ways that have not been tried */
    uint32_t depth;         /* number of heads above it */
    uint32_t steps;         /* number of choices before it, also of those with one way */
    uint32_t deviations;    /* number of ways above it that are not the first */
    uint32_t switches;      /* how often the actor changes from one choice to the next */
    uint32_t open;          /* its place in heads.open, or NOT_THERE */
    uint32_t queued;        /* its place in heads.queue, or NOT_THERE */
    uint32_t visits;        /* number of executions that went through it, */
    double reward;          /* and what they were worth: see learn.h */
    double value;           /* its place in the queue was found by this value, */
    uint32_t tie;           /* and by this number among equal ones */
    uint32_t rarity;        /* how often the rarest of its ways has been seen elsewhere */
    struct way_note *notes; /* of each way; NULL: all ways are explored */
    uint32_t begun;         /* the last of these numbers, if there are notes */
    uint32_t busy;          /* number of its ways that other processes explore */
    bool foreign;           /* it belongs to another process, which gave us one of its
                               ways */
    struct sight sight;
};

struct heads {
    VEC(struct head *) open; /* all open heads, in no order */
    VEC(struct head *)
    queue;                    /* those in the queue, the one with the least value first:
                                 a heap */
    VEC(struct head *) spare; /* memory for the next heads */
    struct head *latest;      /* the head where the depth-first part of the search goes
                                 on; NULL: anywhere */
    size_t count, bytes;
    bool queueing; /* open heads are put into the queue */
    /* Gives the value of a head: least is best. */
    double (*value)(void *context, struct head *);
    void *context;
    uint64_t *chance; /* the state of the random numbers that break ties */
};

void heads_free(struct heads *);

/* Adds an open head for a choice with n ways, below that way of the parent (NULL: at the
 * top). The caller fills in the sight, then calls head_enqueue(). */
struct head *head_add(struct heads *, struct head *parent, uint32_t way, uint32_t n);
/* Gives it notes, with which no way is wanted. */
void head_take_notes(struct heads *, struct head *);
void head_enqueue(struct heads *, struct head *);

static inline bool head_tried(const struct head *h, uint32_t way)
{
    return h->tried[way / 64] >> way % 64 & 1;
}

/* Notes that the way is, or was, explored. */
void head_try(struct heads *, struct head *, uint32_t way);

/* For heads with notes. head_want(): the way is to be explored; the head is opened if it
 * was not. head_begun_before(): was the way `early` begun before the way `late`? */
void head_want(struct heads *, struct head *, uint32_t way);
/* The head's value may have become smaller. */
void head_requeue(struct heads *, struct head *);
static inline bool head_begun_before(const struct head *h, uint32_t early, uint32_t late)
{
    return h->notes[early].begun && h->notes[early].begun < h->notes[late].begun;
}

/* The way was not explored after all. */
void head_untry(struct heads *, struct head *, uint32_t way);

/* The child below this way; NULL if there is none. */
struct head *head_below(const struct head *, uint32_t way);

/* Removes the head, which is not open and has no children. */
void head_remove(struct heads *, struct head *);
static inline bool head_is_done(const struct head *h)
{
    return !h->left && !h->child && !h->busy;
}

/* The n-th way that has not been tried. */
uint32_t head_untried(const struct head *, uint32_t nth);

/* Finds the place of all queued heads again: some values have become smaller. */
void heads_requeue(struct heads *);

/* The queued head with the least value; NULL if the queue is empty. Values that have
 * changed since are taken into account if they have become larger. */
struct head *heads_best(struct heads *);

#endif
