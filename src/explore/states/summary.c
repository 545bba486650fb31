/* SPDX-License-Identifier: Apache-2.0
 *
 * summary.c - see summary.h. */
#include "explore/states/summary.h"

#include <string.h>

/* If more items than this concern the same thing, they are made into one: the sets that
 * they have in common. */
#define MOST_ALIKE 24

/* ---- sets ---- */

struct name_set {
    const uint64_t *at;
    size_t len;
};

static struct name_set set_at(const struct summaries *s, uint32_t set)
{
    const struct constant *c = &s->sets.at.at[set];
    return (struct name_set){c->bytes, c->n / sizeof(uint64_t)};
}

/* The set of the names in s->names. */
static uint32_t set_number(struct summaries *s)
{
    return constant_number(&s->sets, s->names.at, s->names.len * sizeof *s->names.at);
}

bool nameset_have(const struct summaries *s, uint32_t set, uint64_t name)
{
    struct name_set x = set_at(s, set);
    for (size_t i = 0; i < x.len && x.at[i] <= name; i++)
        if (x.at[i] == name)
            return true;
    return false;
}

bool nameset_meet(const struct summaries *s, uint32_t set, const uint64_t *names,
                  size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (nameset_have(s, set, names[i]))
            return true;
    return false;
}

static bool within(const struct summaries *s, uint32_t small, uint32_t large)
{
    struct name_set x = set_at(s, small), y = set_at(s, large);
    if (small == large || !small)
        return true;
    if (x.len >= y.len)
        return false;
    for (size_t i = 0, k = 0; i < x.len; i++, k++) {
        while (k < y.len && y.at[k] < x.at[i])
            k++;
        if (k == y.len || y.at[k] != x.at[i])
            return false;
    }
    return true;
}

static uint32_t add_name(struct summaries *s, uint32_t set, uint64_t name)
{
    if (nameset_have(s, set, name))
        return set;
    struct name_set x = set_at(s, set);
    s->names.len = 0;
    size_t i = 0;
    for (; i < x.len && x.at[i] < name; i++)
        vec_push(&s->names, x.at[i]);
    vec_push(&s->names, name);
    for (; i < x.len; i++)
        vec_push(&s->names, x.at[i]);
    return set_number(s);
}

static uint32_t remove_name(struct summaries *s, uint32_t set, uint64_t name)
{
    if (!nameset_have(s, set, name))
        return set;
    struct name_set x = set_at(s, set);
    s->names.len = 0;
    for (size_t i = 0; i < x.len; i++)
        if (x.at[i] != name)
            vec_push(&s->names, x.at[i]);
    return set_number(s);
}

static uint32_t common(struct summaries *s, uint32_t one, uint32_t other)
{
    if (one == other)
        return one;
    struct name_set x = set_at(s, one);
    s->names.len = 0;
    for (size_t i = 0; i < x.len; i++)
        if (nameset_have(s, other, x.at[i]))
            vec_push(&s->names, x.at[i]);
    return set_number(s);
}

/* ---- items ---- */

static const struct future_item *item_at(const struct summaries *s, uint32_t item)
{
    return constant_at(&s->items, item);
}

static bool alike(const struct future_item *x, const struct future_item *y)
{
    return x->what == y->what && x->tag == y->tag;
}

static bool says_less(const struct summaries *s, const struct future_item *x,
                      const struct future_item *y)
{
    return within(s, y->mask, x->mask) && within(s, y->needs, x->needs);
}

/* Puts the number where it belongs. */
static void insert(summary_vec *v, uint32_t number)
{
    vec_push(v, number);
    for (size_t i = v->len - 1; i > 0 && v->at[i - 1] > number; i--) {
        v->at[i] = v->at[i - 1];
        v->at[i - 1] = number;
    }
}

/* Adds the item, unless another one says as much; removes those that say less. True if
 * something has changed. */
static bool add_item(struct summaries *s, summary_vec *v, struct future_item x)
{
    size_t kept = 0, alikes = 0;
    for (size_t i = 0; i < v->len; i++) {
        const struct future_item *y = item_at(s, v->at[i]);
        if (alike(y, &x)) {
            if (says_less(s, &x, y))
                return false;
            alikes++;
        }
    }
    bool merge = alikes >= MOST_ALIKE;
    for (size_t i = 0; i < v->len; i++) {
        const struct future_item *y = item_at(s, v->at[i]);
        bool same = alikes && alike(y, &x);
        if (same && merge) {
            x.mask = common(s, x.mask, y->mask);
            x.needs = common(s, x.needs, y->needs);
        } else if (!same || !says_less(s, y, &x)) {
            v->at[kept++] = v->at[i];
        }
    }
    v->len = kept;
    insert(v, constant_number(&s->items, &x, sizeof x));
    return true;
}

/* ---- summaries ---- */

void summaries_init(struct summaries *s)
{
    *s = (struct summaries){0};
    constant_number(&s->sets, NULL, 0);
    constant_number(&s->all, NULL, 0);
}

void summaries_free(struct summaries *s)
{
    constants_free(&s->sets);
    constants_free(&s->items);
    constants_free(&s->all);
    free(s->joined.at);
    free(s->passed.at);
    free(s->moved.at);
    vec_free(&s->names);
    vec_free(&s->now);
    vec_free(&s->before);
}

size_t summaries_bytes(const struct summaries *s)
{
    return constants_bytes(&s->sets) + constants_bytes(&s->items) +
           constants_bytes(&s->all) +
           (s->joined.cap + s->passed.cap + s->moved.cap) * sizeof *s->joined.at;
}

void summaries_reach(struct summaries *s, uint32_t furthest)
{
    s->furthest = furthest;
    free(s->passed.at);
    free(s->moved.at);
    s->passed = s->moved = (struct summary_memo){0};
}

static struct summary_known *memo_place(const struct summary_memo *m, uint32_t one,
                                        uint32_t other)
{
    uint64_t mix = (((uint64_t)one << 32) + other) * 0x9e3779b97f4a7c15u;
    return &m->at[(mix >> 32) & (m->cap - 1)];
}

static bool memo_has(const struct summary_known *k, uint32_t one, uint32_t other)
{
    return k->one == one + 1 && k->other == other + 1;
}

/* Where what is known of the two is, or will be. It grows while much is computed. */
static struct summary_known *memo_find(struct summary_memo *m, uint32_t one,
                                       uint32_t other)
{
    enum { LEAST = 256, MOST = 1 << 20 };
    if (!m->cap || (m->missed > m->cap && m->cap < MOST)) {
        struct summary_memo old = *m;
        m->cap = old.cap ? 4 * old.cap : LEAST;
        m->at = mem_alloc(m->cap * sizeof *m->at);
        m->missed = 0;
        for (size_t i = 0; i < old.cap; i++)
            if (old.at[i].one)
                *memo_place(m, old.at[i].one, old.at[i].other) = old.at[i];
        free(old.at);
    }
    struct summary_known *k = memo_place(m, one + 1, other + 1);
    m->missed += !memo_has(k, one, other);
    return k;
}

static uint32_t memo_set(struct summary_known *k, uint32_t one, uint32_t other,
                         uint32_t is)
{
    *k = (struct summary_known){one + 1, other + 1, is};
    return is;
}

static uint32_t item_of(const struct summaries *s, uint32_t summary, size_t i)
{
    return ((const uint32_t *)constant_at(&s->all, summary))[i];
}

static void put_items(const struct summaries *s, uint32_t summary, summary_vec *to)
{
    to->len = 0;
    for (size_t i = 0; i < summary_count(s, summary); i++)
        vec_push(to, item_of(s, summary, i));
}

static uint32_t summary_number(struct summaries *s, const summary_vec *v)
{
    return constant_number(&s->all, v->at, v->len * sizeof *v->at);
}

uint32_t summary_join(struct summaries *s, uint32_t one, uint32_t other)
{
    if (one == other || !other)
        return one;
    if (!one)
        return other;
    struct summary_known *k = memo_find(&s->joined, one, other);
    if (memo_has(k, one, other))
        return k->is;
    bool more = false;
    put_items(s, one, &s->now);
    for (size_t i = 0; i < summary_count(s, other); i++)
        more |= add_item(s, &s->now, *summary_item(s, other, i));
    return memo_set(k, one, other, more ? summary_number(s, &s->now) : one);
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

static uint32_t set_before_removal(struct summaries *s, uint32_t set, uint64_t removed)
{
    struct name_set x = set_at(s, set);
    size_t i = 0;
    while (i < x.len && before_removal(x.at[i], removed) == x.at[i])
        i++;
    if (i == x.len)
        return set;
    s->names.len = 0;
    for (i = 0; i < x.len; i++)
        vec_push(&s->names, before_removal(x.at[i], removed));
    return set_number(s);
}

/* Passes the item back through the event, whose facts these are. False if it concerns
 * nothing that exists before. */
static bool before_event(struct summaries *s, const uint64_t *facts, size_t n,
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
static void add_own(struct summaries *s, const uint64_t *facts, size_t n,
                    summary_vec *out)
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
        add_item(s, out, x);
        i++; /* the tag */
    }
}

/* Where the last event begins that ends before `end`. */
static size_t event_before(const uint64_t *facts, size_t end)
{
    size_t first = end - 1;
    while (fact_type(facts[first]) != FACT_EVENT ||
           (first && fact_type(facts[first - 1]) >= FACT_INTERFERES))
        first--;
    return first;
}

/* The item as seen before the events; NOWHERE if it concerns nothing that exists there.
 */
static uint32_t item_before(struct summaries *s, uint32_t item, uint32_t number,
                            const uint64_t *facts, size_t nfacts)
{
    struct summary_known *k = memo_find(&s->moved, item, number);
    if (memo_has(k, item, number))
        return k->is;
    struct future_item x = *item_at(s, item);
    bool there = true;
    for (size_t end = nfacts, first; end > 0 && there; end = first) {
        first = event_before(facts, end);
        there = before_event(s, facts + first, end - first, &x);
    }
    uint32_t is = there ? constant_number(&s->items, &x, sizeof x) : NOWHERE;
    return memo_set(k, item, number, is);
}

/* What the events do themselves, as seen before them. */
static void put_own(struct summaries *s, const uint64_t *facts, size_t nfacts)
{
    s->now.len = 0;
    for (size_t end = nfacts, first; end > 0; end = first) {
        first = event_before(facts, end);
        s->before.len = 0;
        for (size_t i = 0; i < s->now.len; i++) {
            struct future_item x = *item_at(s, s->now.at[i]);
            if (before_event(s, facts + first, end - first, &x))
                add_item(s, &s->before, x);
        }
        add_own(s, facts + first, end - first, &s->before);
        summary_vec swap = s->now;
        s->now = s->before;
        s->before = swap;
    }
}

uint32_t summary_pass_back(struct summaries *s, uint32_t summary, uint32_t number,
                           const uint64_t *facts, size_t nfacts)
{
    uint32_t own = summary ? summary_pass_back(s, 0, number, facts, nfacts) : 0;
    struct summary_known *k = memo_find(&s->passed, summary, number);
    if (memo_has(k, summary, number))
        return k->is;
    if (summary)
        put_items(s, own, &s->now);
    else
        put_own(s, facts, nfacts);
    for (size_t i = 0; i < summary_count(s, summary); i++) {
        uint32_t item = item_of(s, summary, i);
        item = item_before(s, item, number, facts, nfacts);
        if (item != NOWHERE)
            add_item(s, &s->now, *item_at(s, item));
    }
    return memo_set(k, summary, number, summary_number(s, &s->now));
}
