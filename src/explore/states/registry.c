/* SPDX-License-Identifier: Apache-2.0
 *
 * registry.c - see registry.h. A hash table with chains; one lock, which is held for a
 * few hundred instructions. */
#include "explore/states/registry.h"
#include "base/lock.h"
#include "explore/states/lookup.h"

#define MOST    ((uint32_t)1 << 23)
#define BUCKETS ((uint32_t)1 << 21)

struct entry {
    struct registered is;
    uint32_t next; /* in its bucket, counted from 1 */
};

struct registry {
    atomic_flag lock;
    uint32_t n;
    uint32_t bucket[BUCKETS]; /* counted from 1; 0: empty */
    struct entry at[MOST];
};

struct registry *registry_new(void)
{
    return process_share(sizeof(struct registry));
}

void registry_free(struct registry *r)
{
    if (r)
        process_unshare(r, sizeof *r);
}

static bool is_same(const struct registered *x, const struct registered *y)
{
    return x->name.lo == y->name.lo && x->name.hi == y->name.hi && x->rank == y->rank &&
           x->failed == y->failed;
}

uint32_t registry_number(struct registry *r, const struct registered *x)
{
    uint32_t *bucket = &r->bucket[(x->name.lo + x->rank) & (BUCKETS - 1)];
    if (!lock_take(&r->lock))
        return NOWHERE;
    uint32_t i = *bucket;
    while (i && !is_same(&r->at[i - 1].is, x))
        i = r->at[i - 1].next;
    if (!i && r->n < MOST) {
        r->at[r->n] = (struct entry){*x, *bucket};
        i = *bucket = ++r->n;
    }
    lock_give(&r->lock);
    return i ? i - 1 : NOWHERE;
}

const struct registered *registry_get(const struct registry *r, uint32_t number)
{
    return &r->at[number].is;
}
