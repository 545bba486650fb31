/* SPDX-License-Identifier: Apache-2.0
 *
 * shelf.h - packed worlds, each stored once. A world has a place, which counts them from
 * 0 in the order in which they came. */
#ifndef MZ_EXPLORE_STATES_SHELF_H
#define MZ_EXPLORE_STATES_SHELF_H
#include "base/arena.h"
#include "base/chunks.h"
#include "explore/states/lookup.h"

struct shelf {
    struct arena arena;
    CHUNKS(const char *) at; /* the length, and the bytes */
    struct lookup lookup;
    size_t bytes; /* that all of it takes, roughly */
};

/* The place of the world with these bytes, which is put there if it is new. */
uint32_t shelf_find(struct shelf *, const char *bytes, size_t length, bool *is_new);
/* It will be asked for soon. */
void shelf_expect(const struct shelf *, const char *bytes, size_t length);
/* The world at this place, and its length. */
static inline const char *shelf_at(const struct shelf *s, uint32_t place, size_t *length)
{
    const char *at = *chunks_at(&s->at, place);
    uint32_t n;
    memcpy(&n, at, sizeof n);
    *length = n;
    return at + sizeof n;
}
void shelf_free(struct shelf *);

#endif
