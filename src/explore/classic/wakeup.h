/* SPDX-License-Identifier: Apache-2.0
 *
 * wakeup.h - wakeup trees (Abdulla, Aronis, Jonsson, Sagonas, POPL 2014).
 *
 * A wakeup tree holds sequences of acts that are still to be explored from a
 * node of the search. Its branches are ordered; a sequence is inserted where the
 * first branch that it is compatible with ends, and not at all if that branch
 * will cover it. */
#ifndef MZ_EXPLORE_CLASSIC_WAKEUP_H
#define MZ_EXPLORE_CLASSIC_WAKEUP_H
#include "base/vec.h"
#include "kernel/op.h"

typedef VEC(struct act) acts_vec;

/* Trees live in a pool and are named by their first branch; NO_BRANCH is the empty
 * tree. */
#define NO_BRANCH UINT32_MAX

struct branch {
    struct act act;
    uint32_t child, sibling;
};

struct wakeup {
    VEC(struct branch) pool;
    uint32_t spare; /* the first free branch; free branches are linked by sibling */
    size_t used, peak;
};

void wakeup_init(struct wakeup *);
void wakeup_free(struct wakeup *);

/* Is the act a weak initial of the sequence, that is, can the sequence, or one that
 * extends it, be reordered to begin with it? Sets *at to the act's place in the
 * sequence, or to the sequence's length if it is not in it. */
bool wakeup_initial(const struct act *, const acts_vec *sequence, size_t *at);

/* Inserts the sequence into the tree, unless the tree covers it already. Changes the
 * sequence. */
void wakeup_insert(struct wakeup *, uint32_t *tree, acts_vec *sequence);

/* Removes the first branch of the tree; returns its act, and the tree below it. */
struct act wakeup_take(struct wakeup *, uint32_t *tree, uint32_t *below);

void wakeup_drop(struct wakeup *, uint32_t tree);

#endif
