/* SPDX-License-Identifier: Apache-2.0
 *
 * twins.c - see twins.h. */
#include "agent/equal/twins.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

struct lead {
    struct outcome via;
    struct twins *to;
    struct lead *next;
};

enum {
    PLACES = 1 << 12,
    MOST_STEPS = 20000, /* in all: from then on, everything is forgotten */
    MOST_OF_ONE = 32,
    FURTHEST = 256,       /* a rank that runs on without a choice is not followed */
    LARGEST = 128 << 10,  /* bytes of memory that is looked for, but for the stack */
    MOST_KEPT = 32 << 20, /* bytes of images that are kept to be found */
    WORTH = 8,            /* a hit outweighs so many misses, */
    MOST_PATIENCE = 1024, /* but not for ever */
};

struct all_twins {
    struct twins *place[PLACES];
    struct twins *oldest, *newest; /* of those that are listed */
    struct twins *first;           /* of all */
    struct twins *spare;           /* unused, linked by `after` */
    struct lead *spare_steps;
    uint32_t nsteps;
    uint64_t bytes; /* of data that are listed */
};

static struct all_twins *all(void)
{
    if (!agent.twins)
        agent.twins = mem_alloc(sizeof *agent.twins);
    return agent.twins;
}

/* ---- references ---- */

static size_t bytes_of(const struct twins *t)
{
    const struct image_data *d = t->of.data;
    return d->heap_bytes + d->stack_bytes + d->output_bytes + d->npages * PAGE;
}

/* Drops what is not referred to any more, and what comes after it. */
static void collect(struct twins *t)
{
    struct all_twins *a = agent.twins;
    struct twins *dead = NULL; /* linked by same_place, as they are not listed */
    for (;;) {
        if (!t->images && !t->listed)
            image_drop_data(&t->of);
        if (!t->images && !t->listed && !t->steps) {
            t->same_place = dead;
            dead = t;
        }
        while (dead && !dead->first) {
            struct twins *d = dead;
            dead = d->same_place;
            *(d->before ? &d->before->after : &a->first) = d->after;
            if (d->after)
                d->after->before = d->before;
            d->after = a->spare;
            a->spare = d;
        }
        if (!dead)
            return;
        struct lead *s = dead->first;
        dead->first = s->next;
        t = s->to;
        t->steps--;
        s->next = a->spare_steps;
        a->spare_steps = s;
        a->nsteps--;
    }
}

void twins_join(struct image *i, struct twins *t)
{
    t->images++;
    i->twins = t;
}

void twins_leave(struct image *i)
{
    struct twins *t = i->twins;
    i->twins = NULL;
    t->images--;
    collect(t);
}

static struct twins *make(const struct image *i)
{
    struct all_twins *a = all();
    struct twins *t = a->spare;
    if (t)
        a->spare = t->after;
    else
        t = mem_alloc(sizeof *t);
    *t = (struct twins){.of = {.op = i->op,
                               .ended = i->ended,
                               .remarks = i->remarks,
                               .accesses = i->accesses},
                        .after = a->first};
    if (t->after)
        t->after->before = t;
    a->first = t;
    return t;
}

/* ---- the table ---- */

static void list(struct twins *t)
{
    struct all_twins *a = agent.twins;
    struct twins **place = &a->place[t->hash % PLACES];
    t->same_place = *place;
    *place = t;
    t->older = a->newest;
    t->newer = NULL;
    *(a->newest ? &a->newest->newer : &a->oldest) = t;
    a->newest = t;
    a->bytes += bytes_of(t);
    t->listed = true;
}

static void unlist(struct twins *t)
{
    struct all_twins *a = agent.twins;
    struct twins **place = &a->place[t->hash % PLACES];
    while (*place != t)
        place = &(*place)->same_place;
    *place = t->same_place;
    *(t->older ? &t->older->newer : &a->oldest) = t->newer;
    *(t->newer ? &t->newer->older : &a->newest) = t->older;
    a->bytes -= bytes_of(t);
    t->listed = false;
    if (!t->kept)
        image_drop_data(&t->of);
    else if (t->images)
        image_list_data(&t->of);
    collect(t);
}

static void forget_all(void)
{
    struct all_twins *a = agent.twins;
    VEC(struct lead *) steps = {0};
    for (struct twins *t = a->first; t; t = t->after)
        for (struct lead *s = t->first; s; s = s->next)
            vec_push(&steps, s);
    for (struct twins *t = a->first; t; t = t->after)
        t->first = NULL;
    for (size_t i = 0; i < steps.len; i++) {
        struct lead *s = steps.at[i];
        s->to->steps--;
        collect(s->to);
        s->next = a->spare_steps;
        a->spare_steps = s;
    }
    a->nsteps = 0;
    vec_free(&steps);
    while (a->oldest)
        unlist(a->oldest);
}

static bool same(const struct image_data *x, const struct image_data *y)
{
    size_t slab = y->heap_bytes + y->stack_bytes + y->output_bytes;
    return x->sp == y->sp && x->heap_bytes == y->heap_bytes &&
           x->stack_bytes == y->stack_bytes && x->output_bytes == y->output_bytes &&
           x->npages == y->npages && !memcmp(x->slab, y->slab, slab) &&
           (!y->npages || !memcmp(x->pages, y->pages, y->npages * PAGE));
}

static struct twins *find(uint64_t hash, const struct image_data *d)
{
    struct twins *t = all()->place[hash % PLACES];
    while (t && !(t->hash == hash && same(t->of.data, d)))
        t = t->same_place;
    return t;
}

/* ---- steps ---- */

static struct lead **step_with(struct twins *t, const struct outcome *o)
{
    struct lead **at = &t->first;
    while (*at && !outcome_same(&(*at)->via, o))
        at = &(*at)->next;
    return at;
}

struct twins *twins_after(struct twins *t, const struct outcome *o)
{
    struct lead **at = step_with(t, o), *s = *at;
    if (!s)
        return NULL;
    if (at != &t->first) { /* it is likely to be asked for again */
        *at = s->next;
        s->next = t->first;
        t->first = s;
    }
    return s->to;
}

static void lead_to(struct lead *s, struct twins *to)
{
    struct twins *was = s->to;
    to->steps++;
    s->to = to;
    if (was) {
        was->steps--;
        collect(was);
    }
}

/* Drops the step that was not asked for longest, if there are many. */
static void trim(struct twins *t)
{
    uint32_t n = 1;
    struct lead **at = &t->first;
    for (; *at && (*at)->next; at = &(*at)->next)
        n++;
    if (n < MOST_OF_ONE)
        return;
    struct lead *s = *at;
    *at = NULL;
    s->to->steps--;
    collect(s->to);
    s->next = agent.twins->spare_steps;
    agent.twins->spare_steps = s;
    agent.twins->nsteps--;
}

static void add_step(struct twins *t, const struct outcome *o, struct twins *to)
{
    struct all_twins *a = agent.twins;
    if (a->nsteps == MOST_STEPS)
        forget_all();
    trim(t);
    struct lead *s = a->spare_steps;
    if (s)
        a->spare_steps = s->next;
    else
        s = mem_alloc(sizeof *s);
    *s = (struct lead){.via = *o, .next = t->first};
    t->first = s;
    a->nsteps++;
    lead_to(s, to);
}

void twins_follow(const struct rank *r, struct image *i)
{
    struct twins *t = i->parent->twins;
    if (!t || t->far == FURTHEST || !r->space.patience)
        return;
    struct twins *to = twins_after(t, &i->via); /* known already if that is checked */
    if (to) {
        twins_join(i, to);
        return;
    }
    to = make(i);
    to->far = t->far + 1;
    twins_join(i, to);
    add_step(t, &i->via, to);
}

/* ---- looking for equal memory ---- */

static uint64_t hash_of(const struct image_data *d)
{
    uint64_t h = XXH3_64bits(d->slab, d->heap_bytes + d->stack_bytes + d->output_bytes);
    return d->npages ? XXH3_64bits_withSeed(d->pages, d->npages * PAGE, h) : h;
}

/* The image turns out to be one of these. */
static void replace(struct image *i, struct twins *t)
{
    struct twins *before = i->parent ? i->parent->twins : NULL;
    if (i->twins && before) {
        struct lead *s = *step_with(before, &i->via);
        if (s && s->to == i->twins)
            lead_to(s, t);
    }
    t->images++;
    if (i->twins)
        twins_leave(i);
    i->twins = t;
}

bool twins_wanted(const struct rank *r)
{
    bool first = !r->space.loads && agent.link->images != IMAGES_CHECK;
    size_t bytes =
        r->head->heap.used + r->head->output_kept + (size_t)pages_count() * PAGE;
    return !first && r->space.patience && !agent.once && !agent.compares &&
           bytes <= LARGEST && agent.image_bytes <= agent.link->plan.asked.memory_cap / 2;
}

bool twins_settle(struct rank *r, struct image *i)
{
    if (i->root || i->data->tracked)
        return false;
    struct rank_head *h = (struct rank_head *)i->data->slab;
    h->history = 0;
    memset(&h->strand.outcome, 0, sizeof h->strand.outcome);
    uint64_t hash = hash_of(i->data);
    struct twins *t = find(hash, i->data);
    if (t) {
        replace(i, t);
        image_drop_data(i);
        r->space.patience += r->space.patience < MOST_PATIENCE ? WORTH : 0;
        return true;
    }
    r->space.patience -= agent.link->images != IMAGES_CHECK;
    if (!i->twins)
        twins_join(i, make(i));
    t = i->twins;
    t->hash = hash;
    t->far = 0;
    t->of.data = image_give_data(i);
    t->of.has_slab = t->of.has_pages = true;
    list(t);
    while (agent.twins->bytes > MOST_KEPT)
        unlist(agent.twins->oldest);
    return false;
}

bool twins_forget_one(void)
{
    if (!agent.twins || !agent.twins->oldest)
        return false;
    unlist(agent.twins->oldest);
    return true;
}
