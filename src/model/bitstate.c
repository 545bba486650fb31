/* SPDX-License-Identifier: Apache-2.0
 *
 * bitstate.c - the search with a table of bits instead of states.
 *
 * Each state sets three bits of a table of fixed size (Holzmann's bitstate
 * hashing); a state whose bits are all set is taken for known. That is wrong
 * now and then, so this search can find violations but never verifies, and it
 * is used only when asked for. States themselves live only on the stack: an
 * expanded state stays below its unexpanded successors, and those marked
 * expanded are the trace to the top. */
#include "model/engine.h"

#include <string.h>

struct frame {
    struct edge via;
    uint64_t depth;
    bool expanded;
};

struct bits {
    uint64_t *word;
    uint64_t count; /* number of bits */
};

static bool mark(struct bits *b, uint64_t hash)
{
    bool fresh = false;
    for (int i = 0; i < 3; i++) {
        uint64_t at = (uint64_t)(((unsigned __int128)hash * b->count) >> 64);
        uint64_t bit = UINT64_C(1) << at % 64;
        fresh |= !(b->word[at / 64] & bit);
        b->word[at / 64] |= bit;
        hash = hash * UINT64_C(0x9e3779b97f4a7c15) + UINT64_C(0xd1b54a32d192ed03);
        hash ^= hash >> 29;
    }
    return fresh;
}

void engine_bitstate(struct engine *e)
{
    struct expander x;
    struct batch b;
    struct bits seen = {.count = (uint64_t)e->o->bitstate / 8 * 64};
    VEC(struct frame) stack = {0};
    VEC(uint8_t) bytes = {0};
    uint32_t size = e->sp->layout.bytes;
    seen.count = seen.count < 1024 ? 1024 : seen.count;
    seen.word = mem_alloc(seen.count / 8);
    expander_init(&x, e->sp);
    batch_init(&b, size);
    vec_push(&stack, (struct frame){.via = {MODEL_NONE, MODEL_NONE}});
    vec_reserve(&bytes, size + LAYOUT_SLACK);
    layout_pack(&e->sp->layout, &x.open, bytes.at);
    mark(&seen, store_hash(bytes.at, size));
    e->r->states = 1;
    for (uint64_t rounds = 0; stack.len; rounds++) {
        size_t top = stack.len - 1;
        if (stack.at[top].expanded) {
            stack.len--;
            continue;
        }
        stack.at[top].expanded = true;
        b.count = 0;
        struct expansion ex = space_expand(&x, bytes.at + top * size, &b);
        uint32_t none = e->found;
        bool stop = engine_note(e, e->r, &x.open, ex, 0);
        if (none == MODEL_NONE && e->found != MODEL_NONE) {
            e->r->path.len = 0;
            for (size_t i = 1; i < stack.len; i++)
                if (stack.at[i].expanded)
                    vec_push(&e->r->path, stack.at[i].via);
            e->r->has_path = true;
        }
        for (uint32_t k = 0; k < b.count && !stop; k++) {
            uint64_t depth = stack.at[top].depth + (b.edge[k].recv == MODEL_NONE ? 1 : 2);
            e->r->transitions++;
            if (depth > e->o->depth) {
                e->r->cut_depth = true;
            } else if (mark(&seen, store_hash(batch_at(&b, k), size))) {
                e->r->states++;
                vec_reserve(&bytes, (stack.len + 1) * size + LAYOUT_SLACK);
                memcpy(bytes.at + stack.len * size, batch_at(&b, k), size);
                vec_push(&stack, (struct frame){b.edge[k], depth, false});
            }
        }
        if (bytes.cap + stack.cap * sizeof *stack.at + seen.count / 8 > e->o->memory)
            stop = e->r->cut_memory = true;
        if (rounds % 4096 == 0) {
            e->r->waiting = stack.len;
            stop |= engine_tick(e);
        }
        if (stop)
            break;
    }
    e->r->bytes = seen.count / 8 + bytes.cap + stack.cap * sizeof *stack.at;
    vec_free(&stack);
    vec_free(&bytes);
    free(seen.word);
    batch_free(&b);
    expander_free(&x);
}
