/* SPDX-License-Identifier: Apache-2.0
 *
 * arena.h - memory that is given back all at once: most of what a search for states
 * stores is small, and none of it goes before the search is over. */
#ifndef MZ_BASE_ARENA_H
#define MZ_BASE_ARENA_H
#include "base/vec.h"

#include <string.h>

#define ARENA_CHUNK ((size_t)256 << 10)

struct arena {
    VEC(char *) chunks;
    char *at; /* the rest of the last chunk */
    size_t left;
};

/* Aligned for any type; not zeroed. */
static inline void *arena_get(struct arena *a, size_t bytes)
{
    bytes = (bytes + 15) & ~(size_t)15;
    if (bytes > a->left) {
        a->left = bytes > ARENA_CHUNK ? bytes : ARENA_CHUNK;
        a->at = mem_resize(NULL, a->left);
        vec_push(&a->chunks, a->at);
    }
    void *got = a->at;
    a->at =
        got ? a->at + bytes : NULL; /* nothing was ever taken, and nothing is wanted */
    a->left -= bytes;
    return got;
}

static inline void *arena_copy(struct arena *a, const void *from, size_t bytes)
{
    void *to = arena_get(a, bytes);
    return bytes ? memcpy(to, from, bytes) : to;
}

static inline void arena_free(struct arena *a)
{
    for (size_t i = 0; i < a->chunks.len; i++)
        free(a->chunks.at[i]);
    vec_free(&a->chunks);
    *a = (struct arena){0};
}

#endif
