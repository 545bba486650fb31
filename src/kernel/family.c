/* SPDX-License-Identifier: Apache-2.0
 *
 * family.c - see family.h: which family an operation belongs to. */
#include "kernel/family.h"

const struct family *const families[FAMILIES] = {
    [FAMILY_LOCAL] = &local_family,       [FAMILY_MAILBOX] = &mailbox_family,
    [FAMILY_MUTEX] = &mutex_family,       [FAMILY_INBOX] = &inbox_family,
    [FAMILY_MATCHING] = &matching_family, [FAMILY_WINDOW] = &window_family,
    [FAMILY_SYNC] = &sync_family,
};

const struct family *const family_by_kind[OP_KINDS] = {
#define LOCAL_OP(kind, word, traits)    [OP_##kind] = &local_family,
#define MAILBOX_OP(kind, word, traits)  [OP_##kind] = &mailbox_family,
#define MUTEX_OP(kind, word, traits)    [OP_##kind] = &mutex_family,
#define INBOX_OP(kind, word, traits)    [OP_##kind] = &inbox_family,
#define MATCHING_OP(kind, word, traits) [OP_##kind] = &matching_family,
#define WINDOW_OP(kind, word, traits)   [OP_##kind] = &window_family,
#define SYNC_OP(kind, word, traits)     [OP_##kind] = &sync_family,
#include "kernel/op.def"
};

void family_no_causes(const struct state *st, const struct act *a, const uint32_t *cut,
                      events_vec *causes)
{
    (void)st, (void)a, (void)cut, (void)causes;
}

void family_waits_for_nobody(const struct state *st, uint32_t actor, events_vec *actors)
{
    (void)st, (void)actor, (void)actors;
}

bool family_no_choice(const struct event *e)
{
    (void)e;
    return false;
}
