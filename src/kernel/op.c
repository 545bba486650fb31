/* SPDX-License-Identifier: Apache-2.0
 *
 * op.c - see op.h. */
#include "kernel/op.h"

static const struct {
    const char *word;
    bool blocks;
} kinds[OP_KINDS] = {
#define OP(kind, word, blocks) [OP_##kind] = {word, blocks},
#include "kernel/op.def"
#undef OP
};

const char *op_word(enum op_kind kind)
{
    return kinds[kind].word;
}

bool op_blocks(enum op_kind kind)
{
    return kinds[kind].blocks;
}

bool act_same(const struct act *a, const struct act *b)
{
    /* The keys of a wait are fixed by the actor's own past, so they need no
     * comparing here. */
    return a->actor == b->actor && a->kind == b->kind && a->outcome == b->outcome &&
           a->object == b->object && a->seq == b->seq && a->owner == b->owner &&
           a->place == b->place;
}
