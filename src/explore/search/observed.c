/* SPDX-License-Identifier: Apache-2.0
 *
 * observed.c - see observed.h. */
#include "explore/search/observed.h"
#include "base/mem.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

void observed_init(struct observed *o, uint32_t n)
{
    *o = (struct observed){n, mem_alloc(n * sizeof *o->rank)};
}

void observed_free(struct observed *o)
{
    for (uint32_t p = 0; p < o->n; p++) {
        vec_free(&o->rank[p].words);
        vec_free(&o->rank[p].looks);
        vec_free(&o->rank[p].got);
    }
    free(o->rank);
}

void observed_clear(struct observed *o)
{
    for (uint32_t p = 0; p < o->n; p++) {
        struct observed_rank *r = &o->rank[p];
        r->words.len = r->looks.len = r->got.len = 0;
        r->parts = false;
    }
}

void observed_look(struct observed *o, uint32_t rank, uint64_t digest)
{
    struct observed_rank *r = &o->rank[rank];
    if (r->parts)
        return;
    for (size_t i = 0; i < r->looks.len; i++)
        if (r->looks.at[i].digest == digest) {
            r->words.len = r->looks.at[i].words;
            r->looks.len = i;
            break;
        }
    vec_push(&r->looks, (struct observed_look){digest, r->words.len});
}

/* Does the rank change nothing by it? */
static bool is_idle(const struct op *op, int32_t outcome)
{
    if (op_looks(op->kind))
        return outcome == OUTCOME_FALSE || op_sees(op->kind);
    return op->kind == OP_LOCAL || (op->kind == OP_ASSERT && op->value);
}

void observed_step(struct observed *o, uint32_t rank, const struct op *op,
                   int32_t outcome, int32_t message)
{
    struct observed_rank *r = &o->rank[rank];
    r->parts |= op_parts(op);
    if (r->parts)
        return;
    if (!is_idle(op, outcome))
        r->looks.len = 0;
    vec_push(&r->words, outcome);
    vec_push(&r->words, message);
}

void observed_receive(struct observed *o, uint32_t rank, int32_t message)
{
    vec_push(&o->rank[rank].got, message);
}

struct digest observed_name(const struct observed *o)
{
    XXH3_state_t on_stack, *x = &on_stack;
    XXH3_128bits_reset(x);
    for (uint32_t p = 0; p < o->n; p++) {
        const struct observed_rank *r = &o->rank[p];
        uint64_t lengths[2] = {r->words.len, r->got.len};
        XXH3_128bits_update(x, lengths, sizeof lengths);
        XXH3_128bits_update(x, r->words.at, r->words.len * sizeof *r->words.at);
        XXH3_128bits_update(x, r->got.at, r->got.len * sizeof *r->got.at);
    }
    XXH128_hash_t h = XXH3_128bits_digest(x);
    return (struct digest){.lo = h.low64, .hi = h.high64};
}
