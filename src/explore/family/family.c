/* SPDX-License-Identifier: Apache-2.0
 *
 * family.c - see family.h: which family an operation belongs to. */
#include "explore/family/family.h"

const struct reduction *const reduction_by_kind[OP_KINDS] = {
#define LOCAL_OP(kind, word, traits)    [OP_##kind] = &local_reduction,
#define MAILBOX_OP(kind, word, traits)  [OP_##kind] = &mailbox_reduction,
#define MUTEX_OP(kind, word, traits)    [OP_##kind] = &mutex_reduction,
#define INBOX_OP(kind, word, traits)    [OP_##kind] = &inbox_reduction,
#define MATCHING_OP(kind, word, traits) [OP_##kind] = &matching_reduction,
#include "kernel/op.def"
};
