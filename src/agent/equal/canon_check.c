/* SPDX-License-Identifier: Apache-2.0
 *
 * canon_check.c - do names of states tell what follows? (--check-names)
 *
 * A canonical form that forgets too much is unsound. So every step of a rank is written
 * down, by the name of the state before it and by its outcome, together with the name of
 * the state after it, which has the next operation in it, and what was printed. The same
 * step with another result shows that two different states have one name. By induction,
 * if there is never a second result, equal names have equal futures, as far as was
 * explored. */
#include "agent/equal/canon.h"
#include "agent/rank/image.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#define KEPT_MOST                                                                        \
    ((size_t)64 << 20) /* bytes of forms that are kept to show differences */

struct kept {
    struct digest step;
    struct form after;
};

struct canon_checks {
    struct set128 steps, results;
    VEC(struct kept) kept;
    size_t bytes;
};

static struct digest mix(struct digest a, struct digest b)
{
    struct digest both[2] = {a, b};
    XXH128_hash_t h = XXH3_128bits(both, sizeof both);
    return (struct digest){h.low64, h.high64};
}

/* The name of the rank's state; false if it has none. */
static bool name_of(uint32_t actor, struct digest *name)
{
    struct identity id = {0};
    bool named = canon_identify(&agent.program, actor, &id);
    vec_free(&id.requests);
    vec_free(&id.messages);
    *name = id.name;
    return named;
}

void canon_check_before(uint32_t actor, struct outcome o, struct canon_check *c)
{
    const struct rank_head *h = agent.rank[actor].head;
    image_load(actor);
    enum op_kind kind = h->strand.op.kind;
    if ((op_sees(kind) || kind == OP_TRYRECV) && o.index >= 0)
        o.index = 0; /* how the kernel calls the message */
    uint64_t seen[5] = {(uint64_t)o.index, o.received, (uint64_t)o.value,
                        (uint64_t)o.peer, (uint64_t)o.tag};
    XXH128_hash_t hash = XXH3_128bits(seen, sizeof seen);
    c->named = name_of(actor, &c->before);
    c->before = mix(c->before, (struct digest){hash.low64, hash.high64});
    c->before.lo += actor;
    c->printed = h->output_kept;
}

/* Tells where the state differs from the one that this step led to before. */
static _Noreturn void complain(uint32_t actor, const struct canon_check *c)
{
    const struct canon_checks *k = agent.checks;
    const char *what = "something";
    uintptr_t where = 0;
    struct form now = {0};
    canon_copy(actor, &now);
    for (size_t i = 0; i < k->kept.len; i++)
        if (k->kept.at[i].step.lo == c->before.lo &&
            k->kept.at[i].step.hi == c->before.hi)
            what = canon_differs(&k->kept.at[i].after, &now, &where);
    agent_die("%s was in a state of this name before, and went on in another way: %s "
              "differs at %p",
              agent.rank[actor].name, what ? what : "what was printed", (void *)where);
}

void canon_check_after(uint32_t actor, const struct canon_check *c)
{
    struct digest after;
    if (!c->named || !name_of(actor, &after))
        return;
    if (!agent.checks)
        agent.checks = mem_alloc(sizeof *agent.checks);
    struct canon_checks *k = agent.checks;
    const struct rank_head *h = agent.rank[actor].head;
    XXH128_hash_t printed =
        XXH3_128bits(rank_output(h) + c->printed, (size_t)(h->output_kept - c->printed));
    struct digest result = mix(c->before, mix(after, (struct digest){printed.low64, 0}));
    bool known = !set128_add(&k->steps, c->before);
    bool same = !set128_add(&k->results, result);
    agent.link->names_checked += known;
    agent.link->names_new += !known;
    if (!known && k->bytes < KEPT_MOST) {
        struct kept one = {.step = c->before};
        canon_copy(actor, &one.after);
        k->bytes += one.after.bytes.len;
        vec_push(&k->kept, one);
    }
    if (known && !same)
        complain(actor, c);
}
