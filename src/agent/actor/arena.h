/* SPDX-License-Identifier: Apache-2.0
 *
 * arena.h - memory that is given back in the opposite order: a stack of bytes that
 * never move. Messages live in it. An exploration takes its steps back last first,
 * so going back to a mark frees exactly what the undone steps had allocated. */
#ifndef MZ_AGENT_ACTOR_ARENA_H
#define MZ_AGENT_ACTOR_ARENA_H
#include "base/vec.h"
#include <stdbool.h>
#include <stddef.h>

struct arena_chunk {
    char *bytes;
    size_t used, size;
};

struct message_arena {
    VEC(struct arena_chunk) chunks;
    size_t current; /* the chunk in use; those after it are empty */
};

struct arena_mark {
    size_t chunk, used;
};

void *arena_alloc(struct message_arena *,
                  size_t bytes); /* not zeroed, aligned for any type */
struct arena_mark arena_mark(const struct message_arena *);
void arena_back_to(struct message_arena *, struct arena_mark);
void arena_free(struct message_arena *);

#endif
