/* SPDX-License-Identifier: Apache-2.0
 *
 * arena.c - see arena.h. */
#include "agent/actor/arena.h"

#define CHUNK ((size_t)1 << 16)
#define ALIGN ((size_t)16)

void *arena_alloc(struct message_arena *a, size_t bytes)
{
    bytes = (bytes + ALIGN - 1) & ~(ALIGN - 1);
    while (a->current < a->chunks.len) {
        struct arena_chunk *c = &a->chunks.at[a->current];
        if (bytes <= c->size - c->used) {
            c->used += bytes;
            return c->bytes + c->used - bytes;
        }
        if (!c->used) { /* the chunk is empty but too small, so it is replaced */
            free(c->bytes);
            *c = (struct arena_chunk){mem_alloc(bytes), bytes, bytes};
            return c->bytes;
        }
        a->current++;
    }
    size_t size = bytes > CHUNK ? bytes : CHUNK;
    struct arena_chunk c = {mem_alloc(size), bytes, size};
    vec_push(&a->chunks, c);
    return c.bytes;
}

struct arena_mark arena_mark(const struct message_arena *a)
{
    bool some = a->current < a->chunks.len;
    return (struct arena_mark){a->current, some ? a->chunks.at[a->current].used : 0};
}

void arena_back_to(struct message_arena *a, struct arena_mark m)
{
    for (size_t i = m.chunk; i < a->chunks.len && i <= a->current; i++)
        a->chunks.at[i].used = i == m.chunk ? m.used : 0;
    a->current = m.chunk;
}

void arena_free(struct message_arena *a)
{
    for (size_t i = 0; i < a->chunks.len; i++)
        free(a->chunks.at[i].bytes);
    vec_free(&a->chunks);
}
