/* SPDX-License-Identifier: Apache-2.0
 *
 * item.h - a part of a search that is still to be explored, as a few numbers.
 *
 * An item says which way was taken wherever there was a choice; what follows from that is
 * found again by the search. It needs nothing but the program: it can be kept in a file,
 * or given to another process. Items share no part of what is to be explored: those into
 * which a search was divided together lead to every outcome once. */
#ifndef MZ_EXPLORE_ITEM_H
#define MZ_EXPLORE_ITEM_H
#include "base/vec.h"
#include "kernel/program.h"

struct item {
    uint32_t closed; /* at so many choices, the first ones, the later ways are not its */
    VEC(uint32_t) ways; /* at each choice; none: everything */
    uint64_t path; /* names the choices on the way: whoever goes there and finds others is
                      in another search */
};

typedef VEC(struct item) items_vec;

/* The path with one choice more. */
uint64_t item_path(uint64_t path, uint64_t choice, uint32_t ways);

void item_free(struct item *);

/* As bytes: how many, writing them, and reading what somebody else may have written. They
 * return where the bytes end; reading, NULL if these are no item. */
size_t item_bytes(const struct item *);
char *item_pack(const struct item *, char *to);
const char *item_unpack(struct item *, const char *from, const char *end);

/* Names the program that items belong to: where its actors start. */
uint64_t item_program(struct program *);

#endif
