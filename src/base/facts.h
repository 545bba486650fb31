/* SPDX-License-Identifier: Apache-2.0
 *
 * facts.h - what something belongs to: what it rests on, in words that a user
 * understands ("the file input.txt"), each with a value that tells whether it is still
 * the same. */
#ifndef MZ_BASE_FACTS_H
#define MZ_BASE_FACTS_H
#include "base/str.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

struct fact {
    char *what, *value; /* the value is one word of printable characters */
};

typedef VEC(struct fact) facts_vec;

void facts_free(facts_vec *);
void facts_add(facts_vec *, const char *what, const char *value);
/* Adds a fact whose value is a digest of these bytes. */
void facts_add_bytes(facts_vec *, const char *what, const void *, size_t);
void facts_add_number(facts_vec *, const char *what, uint64_t);
/* NULL: there is no such fact */
const char *facts_value(const facts_vec *, const char *what);

/* Appends the facts that differ, or that only one of the two has: "the program a.out,
 * the file x and 3 more". Appends nothing if they are equal. */
void facts_changed(const facts_vec *before, const facts_vec *now, struct str *);

#endif
