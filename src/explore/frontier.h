/* SPDX-License-Identifier: Apache-2.0
 *
 * frontier.h - what is left of an exploration that was stopped, and what it has found out
 * so far; as a file. */
#ifndef MZ_EXPLORE_FRONTIER_H
#define MZ_EXPLORE_FRONTIER_H
#include "base/facts.h"
#include "base/str.h"
#include "explore/item.h"
#include "explore/search.h"

struct frontier {
    uint64_t program; /* see item_program() */
    items_vec items;
    struct search_counts counts;
    facts_vec facts;   /* what it belongs to; in files only */
    VEC(char *) rests; /* on which a verdict on what was explored rests; likewise */
};

void frontier_free(struct frontier *);

/* False, with the reason in one sentence. See frontier_file.c. */
bool frontier_write(const struct frontier *, const char *file, struct str *why);
bool frontier_read(struct frontier *, const char *file, struct str *why);

/* Is all that it belongs to still the same? False, saying what is not. */
bool frontier_fits(const struct frontier *, const facts_vec *now, const char *file,
                   struct str *why);
void frontier_changed(const char *file, const char *what, struct str *why);
/* Is it one of this program? See item_program(). */
bool frontier_belongs(const struct frontier *, uint64_t program, const char *file,
                      struct str *why);

/* The same without a file: how many bytes it takes, writing them, and reading what
 * somebody else may have written; false if that is no frontier. */
size_t frontier_bytes(const struct frontier *);
void frontier_pack(const struct frontier *, void *to);
bool frontier_unpack(struct frontier *, const void *from, size_t bytes);

#endif
