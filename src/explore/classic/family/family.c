/* SPDX-License-Identifier: Apache-2.0
 *
 * family.c - see family.h: which family an operation belongs to. */
#include "explore/classic/family/family.h"

const struct reduction *const reduction_by_kind[OP_KINDS] = {
#define LOCAL_OP(kind, word, traits)    [OP_##kind] = &local_reduction,
#define MAILBOX_OP(kind, word, traits)  [OP_##kind] = &mailbox_reduction,
#define MUTEX_OP(kind, word, traits)    [OP_##kind] = &mutex_reduction,
#define INBOX_OP(kind, word, traits)    [OP_##kind] = &inbox_reduction,
#define MATCHING_OP(kind, word, traits) [OP_##kind] = &matching_reduction,
#define WINDOW_OP(kind, word, traits)   [OP_##kind] = &window_reduction,
#define SYNC_OP(kind, word, traits)     [OP_##kind] = &sync_reduction,
#include "kernel/op.def"
};

void reduction_no_races(struct races *r, uint32_t event)
{
    (void)r, (void)event;
}

bool reduction_no_labels(const struct event *e)
{
    (void)e;
    return false;
}

void reduction_no_offers(const struct state *st, struct offers *o)
{
    (void)st, (void)o;
}

uint32_t reduction_no_offer(const struct state *st, struct offers *o)
{
    (void)st, (void)o;
    return NO_EVENT;
}

uint32_t reduction_next_offer(const struct state *st, struct offers *o,
                              bool (*may)(const struct state *, const struct act *,
                                          uint32_t))
{
    const struct act *newest = &st->events.at[o->post].act;
    while (o->next < o->post) {
        uint32_t event = (uint32_t)o->next++;
        if (may(st, newest, event) && !state_before(st, event, o->post))
            return event;
    }
    return NO_EVENT;
}

bool reduction_unconcerned(const struct state *st, uint32_t actor, uint32_t newest)
{
    (void)st, (void)actor, (void)newest;
    return false;
}

uint32_t reduction_behind_nothing(const struct state *st, const struct act *a)
{
    (void)st, (void)a;
    return NO_EVENT;
}

bool reduction_no_position(const struct state *st, const struct act *a)
{
    (void)st, (void)a;
    return false;
}
