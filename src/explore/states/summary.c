/* SPDX-License-Identifier: Apache-2.0
 *
 * summary.c - see summary.h. */
#include "explore/states/summary.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* If more items than this concern the same thing, they are made into one: the sets that
 * they have in common. */
#define MOST_ALIKE 24

/* ---- sets ---- */

static uint32_t intern(struct name_sets *s, const uint64_t *names, size_t n)
{
    uint64_t hash = XXH3_64bits(names, n * sizeof *names);
    size_t at = 0;
    if (!n)
        return 0;
    for (uint32_t i; (i = lookup_next(&s->lookup, hash, &at)) != NOWHERE;)
        if (s->at.at[i].len == n && !memcmp(s->at.at[i].at, names, n * sizeof *names))
            return i;
    struct name_set set = {mem_alloc(n * sizeof *names), (uint32_t)n};
    memcpy(set.at, names, n * sizeof *names);
    vec_push(&s->at, set);
    lookup_add(&s->lookup, hash, (uint32_t)s->at.len - 1);
    s->bytes += 64 + n * sizeof *names;
    return (uint32_t)s->at.len - 1;
}

void nameset_init(struct name_sets *s)
{
    *s = (struct name_sets){0};
    vec_push(&s->at, (struct name_set){0});
}

void nameset_free(struct name_sets *s)
{
    for (size_t i = 0; i < s->at.len; i++)
        free(s->at.at[i].at);
    vec_free(&s->at);
    vec_free(&s->scratch);
    vec_free(&s->now);
    vec_free(&s->before);
    lookup_free(&s->lookup);
}

bool nameset_have(const struct name_sets *s, uint32_t set, uint64_t name)
{
    const struct name_set *x = &s->at.at[set];
    for (uint32_t i = 0; i < x->len && x->at[i] <= name; i++)
        if (x->at[i] == name)
            return true;
    return false;
}

bool nameset_meet(const struct name_sets *s, uint32_t set, const uint64_t *names,
                  size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (nameset_have(s, set, names[i]))
            return true;
    return false;
}

static bool within(const struct name_sets *s, uint32_t small, uint32_t large)
{
    const struct name_set *x = &s->at.at[small], *y = &s->at.at[large];
    if (small == large || !small)
        return true;
    if (x->len >= y->len)
        return false;
    for (uint32_t i = 0, k = 0; i < x->len; i++, k++) {
        while (k < y->len && y->at[k] < x->at[i])
            k++;
        if (k == y->len || y->at[k] != x->at[i])
            return false;
    }
    return true;
}

static uint32_t add_name(struct name_sets *s, uint32_t set, uint64_t name)
{
    if (nameset_have(s, set, name))
        return set;
    const struct name_set *x = &s->at.at[set];
    s->scratch.len = 0;
    uint32_t i = 0;
    for (; i < x->len && x->at[i] < name; i++)
        vec_push(&s->scratch, x->at[i]);
    vec_push(&s->scratch, name);
    for (; i < x->len; i++)
        vec_push(&s->scratch, x->at[i]);
    return intern(s, s->scratch.at, s->scratch.len);
}

static uint32_t remove_name(struct name_sets *s, uint32_t set, uint64_t name)
{
    if (!nameset_have(s, set, name))
        return set;
    const struct name_set *x = &s->at.at[set];
    s->scratch.len = 0;
    for (uint32_t i = 0; i < x->len; i++)
        if (x->at[i] != name)
            vec_push(&s->scratch, x->at[i]);
    return intern(s, s->scratch.at, s->scratch.len);
}

static uint32_t common(struct name_sets *s, uint32_t one, uint32_t other)
{
    if (one == other)
        return one;
    const struct name_set *x = &s->at.at[one];
    s->scratch.len = 0;
    for (uint32_t i = 0; i < x->len; i++)
        if (nameset_have(s, other, x->at[i]))
            vec_push(&s->scratch, x->at[i]);
    return intern(s, s->scratch.at, s->scratch.len);
}

/* ---- items ---- */

static bool alike(const struct future_item *x, const struct future_item *y)
{
    return x->what == y->what && x->tag == y->tag;
}

static bool says_less(const struct name_sets *s, const struct future_item *x,
                      const struct future_item *y)
{
    return within(s, y->mask, x->mask) && within(s, y->needs, x->needs);
}

bool summary_add(struct name_sets *s, future_vec *v, struct future_item x)
{
    size_t kept = 0, alikes = 0;
    for (size_t i = 0; i < v->len; i++)
        if (alike(&v->at[i], &x)) {
            if (says_less(s, &x, &v->at[i]))
                return false;
            alikes++;
        }
    bool merge = alikes >= MOST_ALIKE;
    for (size_t i = 0; i < v->len; i++) {
        bool same = alike(&v->at[i], &x);
        if (same && merge) {
            x.mask = common(s, x.mask, v->at[i].mask);
            x.needs = common(s, x.needs, v->at[i].needs);
        } else if (!same || !says_less(s, &v->at[i], &x)) {
            v->at[kept++] = v->at[i];
        }
    }
    v->len = kept;
    vec_push(v, x);
    return true;
}

/* ---- backwards ---- */

/* The name, as it was before this was removed. */
static uint64_t before_removal(uint64_t name, uint64_t removed)
{
    enum name_type type = name_type(name);
    switch (name_type(removed)) {
    case NAME_POSTED:
        return (type == NAME_MATCHED || type == NAME_POSTED) &&
                       name_a(name) == name_a(removed) && name_c(name) >= name_c(removed)
                   ? name + 1
                   : name;
    case NAME_ISSUED:
        return (type == NAME_ISSUED || type == NAME_COMPLETES) &&
                       name_a(name) == name_a(removed) &&
                       name_b(name) == name_b(removed) && name_c(name) >= name_c(removed)
                   ? name + 1
                   : name;
    case NAME_ARRIVED:
        return (type == NAME_ARRIVED || type == NAME_ARRIVES) &&
                       name_b(name) == name_b(removed)
                   ? name + 1
                   : name;
    default:
        return name;
    }
}

static uint32_t set_before_removal(struct name_sets *s, uint32_t set, uint64_t removed)
{
    const struct name_set *x = &s->at.at[set];
    uint32_t i = 0;
    while (i < x->len && before_removal(x->at[i], removed) == x->at[i])
        i++;
    if (i == x->len)
        return set;
    s->scratch.len = 0;
    for (i = 0; i < x->len; i++)
        vec_push(&s->scratch, before_removal(x->at[i], removed));
    return intern(s, s->scratch.at, s->scratch.len);
}

/* Passes the item back through the event, whose facts these are. False if it concerns
 * nothing that exists before. */
static bool before_event(struct name_sets *s, const uint64_t *facts, size_t n,
                         struct future_item *x)
{
    uint64_t act = fact_name(facts[0]);
    bool depends = name_type(act) == NAME_LINE && nameset_have(s, x->needs, act);
    for (size_t i = n; i-- > 1;) {
        uint64_t name = fact_name(facts[i]);
        switch (fact_type(facts[i])) {
        case FACT_INTERFERES:
        case FACT_INTERFERES_BY_CHOICE:
        case FACT_EVENT: /* also the tag of what interferes */
        case FACT_NEEDS:
            break;
        case FACT_GIVES:
            depends |= nameset_have(s, x->needs, name);
            x->needs = remove_name(s, x->needs, name);
            if (name_type(name) == NAME_POSTED)
                x->mask = remove_name(
                    s, x->mask, name_of(NAME_MATCHED, name_a(name), 0, name_c(name)));
            if (name_type(name) == NAME_ISSUED &&
                x->what ==
                    name_of(NAME_COMPLETES, name_a(name), name_b(name), name_c(name)))
                return false;
            break;
        case FACT_REMOVES:
            x->mask = set_before_removal(s, x->mask, name);
            x->needs = set_before_removal(s, x->needs, name);
            x->what = before_removal(x->what, name);
            if (name_type(x->what) == NAME_ARRIVES && name_c(x->what) > s->furthest)
                return false;
            break;
        }
    }
    if (!depends)
        return true;
    x->mask = add_name(s, x->mask, act);
    for (size_t i = 1; i < n; i++)
        if (fact_type(facts[i]) == FACT_NEEDS)
            x->needs = add_name(s, x->needs, fact_name(facts[i]));
    return true;
}

/* Adds what the event itself does to others. */
static void add_own(struct name_sets *s, const uint64_t *facts, size_t n, future_vec *out)
{
    for (size_t i = 1; i < n; i++) {
        enum fact_kind type = fact_type(facts[i]);
        if (type < FACT_INTERFERES)
            continue;
        struct future_item x = {.what = fact_name(facts[i]),
                                .tag = (int32_t)facts[i + 1]};
        if (type == FACT_INTERFERES_BY_CHOICE)
            x.mask = add_name(s, 0, fact_name(facts[0]));
        for (size_t k = 1; k < n; k++)
            if (fact_type(facts[k]) == FACT_NEEDS)
                x.needs = add_name(s, x.needs, fact_name(facts[k]));
        summary_add(s, out, x);
        i++; /* the tag */
    }
}

void summary_pass_back(struct name_sets *s, const future_vec *after,
                       const uint64_t *facts, size_t nfacts, future_vec *out)
{
    future_vec now = s->now, before = s->before;
    now.len = 0;
    for (size_t i = 0; i < after->len; i++)
        vec_push(&now, after->at[i]);
    for (size_t end = nfacts; end > 0;) {
        size_t first = end - 1;
        while (fact_type(facts[first]) != FACT_EVENT ||
               (first && fact_type(facts[first - 1]) >= FACT_INTERFERES))
            first--;
        before.len = 0;
        for (size_t i = 0; i < now.len; i++) {
            struct future_item x = now.at[i];
            if (before_event(s, facts + first, end - first, &x))
                summary_add(s, &before, x);
        }
        add_own(s, facts + first, end - first, &before);
        future_vec swap = now;
        now = before;
        before = swap;
        end = first;
    }
    for (size_t i = 0; i < now.len; i++)
        summary_add(s, out, now.at[i]);
    s->now = now;
    s->before = before;
}
