/* SPDX-License-Identifier: Apache-2.0
 *
 * item.h - a part of a search that is still to be explored, as a few numbers.
 *
 * An item says which way was taken wherever there was a choice; what follows from that is
 * found again by the search. It needs nothing but the program: it can be kept in a file,
 * or given to another process. Items share no part of what is to be explored: those into
 * which a search was divided together lead to every outcome once. */
#ifndef MZ_EXPLORE_SEARCH_ITEM_H
#define MZ_EXPLORE_SEARCH_ITEM_H
#include "base/vec.h"
#include "kernel/program.h"

struct item {
    uint32_t closed; /* at the first `closed` choices, only the given way belongs to the
                        item; at later choices, the later ways belong to it, too */
    union {
        uint32_t until; /* at the first choice that is not closed, only the ways before
                           this one; 0: all of them */
        uint32_t slots; /* in the frontier of a guided search: how many slots its states
                           had (guide/saved.h) */
        uint32_t token; /* an order or a report of a guided search: the number of the
                           order, from 1 (guide/share.c) */
    };
    bool beside;        /* at the choices that are not closed, all ways but the given ones
                           belong to the item, and nothing below the given ones does */
    VEC(uint32_t) ways; /* the way taken at each choice; empty: the whole search */
    uint64_t path; /* a hash of the choices on the way. A search that finds another hash
                      there has met a different program */
};

typedef VEC(struct item) items_vec;

/* The hash of a path extended by one choice. */
uint64_t item_path(uint64_t path, uint64_t choice, uint32_t ways);

void item_free(struct item *);

/* The item as bytes: their number, writing them, and reading bytes from another
 * process. Writing and reading return the end of the bytes; reading returns NULL if
 * they are no item. */
size_t item_bytes(const struct item *);
char *item_pack(const struct item *, char *to);
const char *item_unpack(struct item *, const char *from, const char *end);

/* Names the program that items belong to, by what its actors do first. */
uint64_t item_program(struct program *);

#endif
