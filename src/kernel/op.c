/* SPDX-License-Identifier: Apache-2.0
 *
 * op.c - see op.h. */
#include "kernel/op.h"

const uint8_t op_families[OP_KINDS] = {
#define OP(family, kind, word, traits) [OP_##kind] = FAMILY_##family,
#include "kernel/op.def"
};

const char *op_word(enum op_kind kind)
{
    static const char *const words[OP_KINDS] = {
#define OP(family, kind, word, traits) [OP_##kind] = word,
#include "kernel/op.def"
    };
    return words[kind];
}

bool act_same(const struct act *a, const struct act *b)
{
    /* The keys of a wait are fixed by the actor's own past, so they need no
     * comparing here. */
    return a->actor == b->actor && a->kind == b->kind && a->outcome == b->outcome &&
           a->object == b->object && a->seq == b->seq && a->owner == b->owner &&
           a->place == b->place;
}
