/* SPDX-License-Identifier: Apache-2.0
 *
 * sample.c - one execution beside the tree (struct sampler), by a taste that is drawn for
 * it.
 *
 * A walk in the tree decides about receives in the order of the tree, and what it has
 * decided limits what can be revisited. A sample chooses freely which actor moves next,
 * so what is disliked can wait until nothing else is possible: one message that is late
 * is one throw of the dice, and not one for each receive that might have taken it. */
#include "explore/sample/chance.h"
#include "explore/guide/run.h"

/* What a sample likes. */
enum liking {
    LIKE_PAIRS,   /* messages, by sender and receiver */
    LIKE_SENDERS, /* messages, by sender */
    LIKE_SITES,   /* messages, by the place in the program where they are sent */
    LIKE_RANKS,   /* actors: the best of them moves as long as it can */
    LIKE_CHANCE,  /* nothing in particular */
    LIKE_PROMPT,  /* what came first, but for a few pairs, or actors, that are late */
    LIKE_NOVEL,   /* what was seen least often */
    LIKE_UP,      /* senders with low numbers */
    LIKE_DOWN,    /* senders with high numbers */
    LIKE_TURNS,   /* senders in turn: those of which fewest messages were taken */
    LIKE_CLASSES, /* senders, by the remainder of their number, or by blocks of them */
    LIKINGS
};

/* Of messages that are liked by chance, a quarter is liked less than this. */
#define IGNORED ((uint64_t)1 << 60)
/* Nothing is liked less. */
#define LAST 1

struct taste {
    enum liking liking;
    uint64_t salt;
    uint32_t patience; /* the chance, in percent, that a look fails */
    uint32_t late[2];  /* LIKE_PROMPT: actors, SIGHT_NOBODY: none, ... */
    uint32_t to;      /* ... and they are late only for this one; SIGHT_NOBODY: for all */
    uint32_t changes; /* how often another salt is drawn, on average, in thousandths of
                         the choices */
    bool slow;        /* LIKE_PROMPT: the late ones receive late, too */
    uint64_t ignored; /* looks rather fail than find what is liked less */
    uint32_t classes; /* LIKE_CLASSES: how many remainders, or members of a block */
    bool blocks;
    enum { TIES_CHANCE, TIES_UP, TIES_DOWN, TIES } ties; /* between equals */
};

/* A way of an actor's choice. */
struct pick {
    uint64_t liked; /* 0: there is none */
    uint32_t actor, way, source;
    bool fails;
};

static uint64_t mixed(uint64_t salt, uint64_t a, uint64_t b)
{
    uint64_t state = salt ^ (a + 1) * 0x9e3779b97f4a7c15u ^ (b + 1) << 32;
    return chance_next(&state) >> 2;
}

static enum liking any_liking(uint64_t *chance)
{
    static const enum liking likings[] = {
        LIKE_PAIRS, LIKE_PAIRS,  LIKE_SENDERS, LIKE_SENDERS, LIKE_SITES,  LIKE_SITES,
        LIKE_RANKS, LIKE_CHANCE, LIKE_PROMPT,  LIKE_PROMPT,  LIKE_PROMPT, LIKE_NOVEL,
        LIKE_NOVEL, LIKE_UP,     LIKE_DOWN,    LIKE_TURNS,   LIKE_TURNS,  LIKE_CLASSES};
    return likings[chance_below(chance, sizeof likings / sizeof *likings)];
}

static void draw(struct guide *g, struct taste *t, uint32_t actors)
{
    static const uint32_t patience[] = {0, 0, 10, 50};
    uint64_t *c = &g->chance;
    *t = (struct taste){.liking = any_liking(c),
                        .salt = chance_next(c),
                        .patience = patience[chance_below(c, 4)],
                        .slow = chance_below(c, 2),
                        .classes = 2 + chance_below(c, 3),
                        .blocks = !chance_below(c, 3),
                        .ties = chance_below(c, TIES)};
    t->ignored = chance_below(c, 2) ? IGNORED * (1 + chance_below(c, 4)) : LAST;
    t->late[0] = chance_below(c, actors);
    t->late[1] = chance_below(c, 2) ? chance_below(c, actors) : SIGHT_NOBODY;
    t->to = chance_below(c, 2) ? chance_below(c, actors) : SIGHT_NOBODY;
    uint32_t often = chance_below(c, 4); /* times in this sample */
    t->changes = g->sample_length ? 1000 * often / g->sample_length : 0;
}

static bool is_late(const struct taste *t, uint32_t actor)
{
    return actor == t->late[0] || actor == t->late[1];
}

/* Another order of preference, and sometimes another preference. */
static void change(struct guide *g, struct taste *t)
{
    t->salt = chance_next(&g->chance);
    if (chance_below(&g->chance, 2))
        t->liking = any_liking(&g->chance);
}

/* Between senders that are equal otherwise: from 2 to 2^30. */
static uint64_t tie(const struct taste *t, uint32_t source)
{
    switch (t->ties) {
    case TIES_UP:
        return (1 << 29) - source;
    case TIES_DOWN:
        return 2 + source;
    case TIES_CHANCE:
    case TIES:
        break;
    }
    return 2 + (mixed(~t->salt, source, 0) & 0xfffffff);
}

/* How many messages of this one were taken; some senders may share a number. */
#define MOST_TAKEN (1u << 30)
static uint32_t *count_of(struct guide *g, uint32_t source)
{
    return &g->taken.at[source % g->taken.len];
}

/* How much the way of the actor's choice is liked. */
static uint64_t liked(struct guide *g, const struct taste *t, uint32_t actor,
                      uint32_t way, struct pick *p)
{
    struct way_sight x = {.source = SIGHT_NOBODY, .instead = SIGHT_NOBODY};
    const uint64_t high = (uint64_t)1 << 63;
    g->w->tree->sights->way(g->w->explorer, way, &x);
    p->fails = x.fails;
    p->source = x.source;
    if (x.fails)
        return chance_below(&g->chance, 100) < t->patience ? high : t->ignored;
    uint64_t any = 2 + (chance_next(&g->chance) >> 3);
    bool named = x.source != SIGHT_NOBODY;
    switch (t->liking) {
    case LIKE_PAIRS:
        return named ? 2 + mixed(t->salt, x.source, actor) : any;
    case LIKE_SENDERS:
        return named ? 2 + mixed(t->salt, x.source, 0) : any;
    case LIKE_SITES:
        return named ? 2 + mixed(t->salt, x.site, 0) / 1024 * 1024 +
                           mixed(t->salt, x.source, actor) % 1024
                     : any;
    case LIKE_RANKS:
        return 2 + mixed(t->salt, actor, 0) / 1024 * 1024 + any % 1024;
    case LIKE_PROMPT:
        if ((named && is_late(t, x.source) &&
             (t->to == SIGHT_NOBODY || t->to == actor)) ||
            (t->slow && is_late(t, actor)))
            return 2;
        return IGNORED + (way ? 3 + any % 1024 : 4096 + any % 1024);
    case LIKE_NOVEL: {
        uint32_t n = x.feature ? *learned_at(g->learned, x.feature) : 1;
        return ((uint64_t)(UINT32_MAX / 2 - n / 2) << 31) + any % (1 << 20);
    }
    case LIKE_UP:
        return named ? ((uint64_t)(UINT32_MAX / 2 - x.source) << 20) + any % 1024 : any;
    case LIKE_DOWN:
        return named ? ((uint64_t)x.source << 20) + any % 1024 : any;
    case LIKE_TURNS:
        return named ? 2 * IGNORED +
                           ((uint64_t)(MOST_TAKEN - *count_of(g, x.source)) << 30 |
                            tie(t, x.source))
                     : any;
    case LIKE_CLASSES: {
        uint32_t class = t->blocks ? x.source / t->classes : x.source % t->classes;
        return named ? mixed(t->salt, class, 0) >> 30 << 30 | tie(t, x.source) : any;
    }
    case LIKE_CHANCE:
    case LIKINGS:
        break;
    }
    return any;
}

/* ---- a step ---- */

typedef uint32_t offer_fn(void *, uint32_t actor);

/* What the actor would do. If it is hopeless, it finds what there is. */
static struct pick pick_of(struct guide *g, const struct taste *t, offer_fn *offer,
                           uint32_t actor)
{
    struct worklist *w = g->w;
    struct pick best = {0};
    uint32_t n = offer(w->explorer, actor);
    for (uint32_t i = 0; i < n; i++) {
        struct pick p = {.actor = actor, .way = i};
        p.liked = liked(g, t, actor, i, &p);
        if (p.fails && g->hopeless)
            p.liked = LAST;
        if (p.liked > best.liked)
            best = p;
    }
    if (n)
        w->tree->drop(w->explorer);
    return best;
}

/* The way that is liked best. Who has looked in vain comes last, and does not look again
 * before something has happened. */
static struct pick pick(struct guide *g, const struct taste *t, offer_fn *offer)
{
    struct pick best = {0};
    for (uint32_t a = 0; a < g->parked.len; a++) {
        struct pick p = pick_of(g, t, offer, a);
        if (p.fails && g->parked.at[a] == PARKED_NOW)
            continue;
        if (p.liked && p.fails && g->parked.at[a])
            p.liked = LAST;
        if (p.liked > best.liked)
            best = p;
    }
    return best;
}

static void take(struct guide *g, struct pick p, offer_fn *offer, bool back)
{
    const struct sampler *s = g->w->tree->sampler;
    offer(g->w->explorer, p.actor);
    s->take(g->w->explorer, p.way, back);
    s->advance(g->w->explorer);
}

/* Has the actor nothing to do but to look in vain? */
static bool only_fails(struct guide *g, uint32_t actor)
{
    struct worklist *w = g->w;
    struct way_sight x = {0};
    uint32_t n = w->tree->sampler->offer(w->explorer, actor);
    if (n)
        w->tree->sights->way(w->explorer, 0, &x);
    if (n)
        w->tree->drop(w->explorer);
    return n == 1 && x.fails;
}

/* A look that fails, and those after it that cannot but fail. If they come to nothing, it
 * is as if the actor had not looked yet, and may do so later: then they are taken back,
 * and it returns false. (In the tree, that is another branch.) */
static bool look_in_vain(struct guide *g, struct pick p, offer_fn *offer)
{
    enum { ROUND = 16 };
    struct worklist *w = g->w;
    const struct sampler *s = w->tree->sampler;
    size_t before = s->size(w->explorer);
    take(g, p, offer, true);
    for (int i = 0; i < ROUND && only_fails(g, p.actor); i++)
        take(g, (struct pick){.actor = p.actor}, s->offer, true);
    if (!s->spins(w->explorer, p.actor))
        return true;
    uint32_t n = s->offer(w->explorer, p.actor);
    if (n)
        w->tree->drop(w->explorer);
    else
        s->retract(w->explorer, before);
    return n;
}

/* Something has happened: what those that wait look for may be there now. */
static void wake(struct guide *g)
{
    for (size_t a = 0; a < g->parked.len; a++)
        g->parked.at[a] = g->parked.at[a] ? PARKED : PARKED_NOT;
}

/* Makes the way that is liked best; false if there is none. */
static bool step(struct guide *g, const struct taste *t, offer_fn *offer)
{
    struct pick p = pick(g, t, offer);
    while (p.liked && p.fails && !g->hopeless) {
        if (look_in_vain(g, p, offer)) {
            g->parked.at[p.actor] = PARKED_NOT;
            wake(g);
            return true;
        }
        g->parked.at[p.actor] = PARKED_NOW;
        p = pick(g, t, offer);
    }
    if (!p.liked)
        return false;
    take(g, p, offer, false);
    if (p.source != SIGHT_NOBODY)
        ++*count_of(g, p.source);
    g->hopeless &= p.fails;
    g->parked.at[p.actor] = PARKED_NOT;
    wake(g);
    return true;
}

/* Nobody can do anything but look in vain, so they do; false if they have. */
static bool despair(struct guide *g)
{
    bool before = g->hopeless;
    g->hopeless = true;
    wake(g);
    return !before;
}

bool sample_run(struct guide *g)
{
    struct worklist *w = g->w;
    const struct sampler *s = w->tree->sampler;
    struct taste t;
    uint64_t pushes = w->s->st->pushes;
    uint32_t actors, choices = 0;
    bool wrong = false;
    worklist_take_back(w, 0);
    actors = s->advance(w->explorer);
    g->samples = actors;
    if (!actors)
        return false;
    draw(g, &t, actors);
    g->hopeless = false;
    g->parked.len = g->taken.len = 0;
    for (uint32_t a = 0; a < actors; a++) {
        vec_push(&g->parked, PARKED_NOT);
        vec_push(&g->taken, 0);
    }
    while (search_go_on(w->s) && (step(g, &t, s->offer) || step(g, &t, s->offer_rest) ||
                                  (despair(g) && step(g, &t, s->offer)))) {
        choices++;
        if (t.changes && chance_below(&g->chance, 1000) < t.changes)
            change(g, &t);
    }
    if (!search_stopped(w->s)) {
        g->sample_length = choices;
        run_see(g);
        wrong = s->judge(w->explorer);
        w->s->counts.guided.samples++;
    }
    s->retract(w->explorer, 0);
    g->steps += w->s->st->pushes - pushes;
    if (w->after && !search_stopped(w->s))
        w->after(w);
    return wrong;
}
