/* SPDX-License-Identifier: Apache-2.0
 *
 * registry.c - see registry.h. A hash table with chains; one lock, which is held for a
 * few hundred instructions. */
#include "explore/states/registry.h"
#include "base/lock.h"
#include "explore/states/lookup.h"

#include <string.h>

#define MOST    ((uint32_t)1 << 23)
#define BUCKETS ((uint32_t)1 << 21)
#define ARGS    ((uint32_t)1 << 26) /* of all operations */

struct entry {
    struct registered is;
    uint32_t next; /* in its bucket, counted from 1 */
};

struct registry {
    uint32_t lock; /* see lock.h */
    uint32_t n, nargs;
    uint32_t bucket[BUCKETS]; /* counted from 1; 0: empty */
    struct entry at[MOST];
    uint32_t args[ARGS];
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

/* Describes the next state as in *x. The registry lies at the same address in every
 * process, so the operation may point into it. */
static void add(struct registry *r, const struct registered *x, uint32_t next)
{
    struct registered *to = &r->at[r->n].is;
    *to = *x;
    to->op.args = memcpy(r->args + r->nargs, x->op.nargs ? x->op.args : r->args,
                         x->op.nargs * sizeof *r->args);
    r->nargs += x->op.nargs;
    r->at[r->n++].next = next;
}

uint32_t registry_number(struct registry *r, const struct registered *x)
{
    uint32_t *bucket = &r->bucket[(x->name.lo + x->rank) & (BUCKETS - 1)];
    if (!lock_take(&r->lock)) {
        lock_give(&r->lock);
        return NOWHERE;
    }
    uint32_t i = *bucket;
    while (i && !is_same(&r->at[i - 1].is, x))
        i = r->at[i - 1].next;
    if (!i && r->n < MOST && x->op.nargs <= ARGS - r->nargs) {
        add(r, x, *bucket);
        i = *bucket = r->n;
    }
    lock_give(&r->lock);
    return i ? i - 1 : NOWHERE;
}

struct registered *registry_get(struct registry *r, uint32_t number)
{
    return &r->at[number].is;
}

uint32_t registry_count(const struct registry *r)
{
    return r->n;
}
