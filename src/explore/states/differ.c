/* SPDX-License-Identifier: Apache-2.0
 *
 * differ.c - why states do not merge: in what do states of one rank differ that could be
 * the same?
 *
 * States are compared in which a rank is at the same call and has made as many requests
 * before: what differs between them was decided by the order of events, and not by how
 * far the rank has come. The rank and the call with the most such states are taken, and
 * what differs in most of some pairs of them is told. */
#include "base/str.h"
#include "explore/states/states.h"

#include <string.h>

#define PAIRS 12 /* that are compared */
#define NAMED 2  /* things that are told */

struct crowd { /* states at the same call, after as many requests */
    uint32_t first, n;
};

static bool together(const struct local *a, const struct local *b)
{
    return a->rank == b->rank && a->op->where == b->op->where && a->made == b->made &&
           a->op->kind == b->op->kind;
}

/* Is it a state in which the rank waits or looks? Before it posts a receive, what was in
 * its buffer may still be there. NULL: it is no local state. */
static bool counts(const struct local *l)
{
    return l && !l->ended && !l->failed && !op_posts(l->op->kind);
}

static struct crowd largest(const struct locals *ls)
{
    VEC(struct crowd) all = {0};
    struct lookup places = {0};
    struct crowd best = {0};
    for (uint32_t i = 0; i < ls->at.len; i++) {
        const struct local *l = ls->at.at[i];
        if (!counts(l))
            continue;
        uint64_t hash =
            (((uint64_t)l->rank << 40) ^ ((uint64_t)l->op->where << 20) ^ l->made) *
            0x9e3779b97f4a7c15u;
        size_t at = 0;
        uint32_t k;
        while ((k = lookup_next(&places, hash, &at)) != NOWHERE)
            if (together(ls->at.at[all.at[k].first], l))
                break;
        if (k == NOWHERE) {
            k = (uint32_t)all.len;
            vec_push(&all, (struct crowd){.first = i});
            lookup_add(&places, hash, k);
        }
        if (++all.at[k].n > best.n)
            best = all.at[k];
    }
    lookup_free(&places);
    vec_free(&all);
    return best;
}

struct named {
    char *what;
    uint32_t pairs; /* in which it differs */
};
typedef VEC(struct named) named_vec;

static void vote(named_vec *all, const char *line, size_t n)
{
    size_t i = 0;
    while (i < all->len &&
           (strlen(all->at[i].what) != n || strncmp(all->at[i].what, line, n)))
        i++;
    if (i == all->len) {
        char *what = mem_alloc(n + 1);
        memcpy(what, line, n);
        vec_push(all, (struct named){what, 0});
    }
    all->at[i].pairs++;
}

static void compare(struct states *t, uint32_t a, uint32_t b, named_vec *all)
{
    const struct local *x = locals_get(&t->locals, a), *y = locals_get(&t->locals, b);
    struct program *p = t->locals.program;
    struct str lines = {0};
    if (!locals_bring(&t->locals, a) || !locals_bring(&t->locals, b))
        return;
    t->locals.present[x->rank] = NOWHERE;
    p->ops->merging->tell_apart(p, x->rank, x->image, y->image, &lines);
    for (const char *line = str_text(&lines), *end; (end = strchr(line, '\n'));
         line = end + 1)
        vote(all, line, (size_t)(end - line));
    str_free(&lines);
}

static void add_most(named_vec *all, struct str *s)
{
    for (uint32_t told = 0; told < NAMED; told++) {
        struct named *best = NULL;
        for (size_t i = 0; i < all->len; i++)
            if (all->at[i].pairs && (!best || all->at[i].pairs > best->pairs))
                best = &all->at[i];
        if (!best)
            return;
        str_addf(s, "%s%s", told ? ", and " : "", best->what);
        best->pairs = 0;
    }
}

/* If others keep the worlds, this process does not know of the local states in them. Of
 * many nodes, it looks at some. */
static void learn_from_others(struct states *t)
{
    enum { MANY = 50000 };
    uint32_t step = 1 + (uint32_t)(t->nodes.len / MANY), node = 0;
    VEC(uint32_t) nodes = {0};
    while (states_divided(t) && node < t->nodes.len) {
        nodes.len = 0;
        for (; node < t->nodes.len && nodes.len < STATES_TOGETHER; node += step)
            vec_push(&nodes, node);
        states_bring(t, nodes.at, nodes.len);
        for (size_t i = 0; i < nodes.len; i++) {
            const char *world = states_world(t, nodes.at[i]);
            if (!world)
                node = (uint32_t)t->nodes.len;
            else
                world_unpack(&t->w, world);
        }
    }
    vec_free(&nodes);
}

void states_tell_difference(struct states *t)
{
    struct program *p = t->locals.program;
    named_vec all = {0};
    learn_from_others(t);
    locals_learn_all(&t->locals);
    struct crowd c = largest(&t->locals);
    if (!p->ops->merging->tell_apart || c.n < 2)
        return;
    const struct local *first = locals_get(&t->locals, c.first);
    uint32_t step = c.n > PAIRS ? c.n / PAIRS : 1, seen = 0;
    for (uint32_t i = c.first + 1; i < t->locals.at.len; i++)
        if (counts(locals_get(&t->locals, i)) &&
            together(first, locals_get(&t->locals, i)) && seen++ % step == 0)
            compare(t, c.first, i, &all);
    struct str s = {0};
    str_addf(&s, "%s differs in ", program_name(p, first->rank));
    add_most(&all, &s);
    if (all.len && s.len < sizeof t->s->turn.differs)
        strcpy(t->s->turn.differs, str_text(&s));
    str_free(&s);
    for (size_t i = 0; i < all.len; i++)
        free(all.at[i].what);
    vec_free(&all);
}
