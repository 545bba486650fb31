/* SPDX-License-Identifier: Apache-2.0
 *
 * match_item.h - a graph that is still to be explored, as a few numbers.
 *
 * An item needs nothing but the program: it can be kept in a file, or given to another
 * process. Items share no part of what is to be explored: those into which a search was
 * divided together lead to every outcome once. */
#ifndef MZ_EXPLORE_MATCH_ITEM_H
#define MZ_EXPLORE_MATCH_ITEM_H
#include "explore/match_visit.h"

struct item {
    double weight;       /* the share of all that it is thought to be; 1: everything */
    VEC(int32_t) events; /* in their order, ITEM_FIELDS each */
};

enum { ITEM_FIELDS = 7 };

typedef VEC(struct item) items_vec;

/* The graph as it is. */
struct item item_of(const struct graph *, double weight);

/* Makes the graph; it must be empty, and no frame open. False, with nothing made, if this
 * is no item of this program. */
bool item_load(struct visit *, const struct item *);
/* Takes it back; no frame may be open. */
void item_unload(struct visit *);

void item_free(struct item *);

/* As bytes: how many, writing them, and reading what somebody else may have written. They
 * return where the bytes end; reading, NULL if these are no item. */
size_t item_bytes(const struct item *);
char *item_pack(const struct item *, char *to);
const char *item_unpack(struct item *, const char *from, const char *end);

/* Names the program that items belong to: where its actors start. */
uint64_t item_program(struct program *);

#endif
