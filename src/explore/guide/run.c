/* SPDX-License-Identifier: Apache-2.0
 *
 * run.c - see run.h. */
#include "explore/guide/run.h"
#include "explore/guide/uct.h"
#include "explore/guide/value.h"

#include <assert.h>

/* How a run came to its end. */
enum run_end {
    RUN_COMPLETE, /* with the execution, which may have been cut */
    RUN_LEFT,     /* other heads are more promising: see options.threshold */
    RUN_STOPPED,  /* the search was stopped */
};

/* ---- the path ---- */

static void make(struct guide *g, uint32_t way)
{
    worklist_make(g->w, way);
    g->steps++;
}

/* Makes a way that was made before. */
static void make_again(struct guide *g, uint32_t way)
{
    g->w->again = true;
    make(g, way);
    g->w->again = false;
}

/* The head of choice number i itself; NULL: it has none. */
static struct head *own(const struct guide *g, size_t i)
{
    const struct choice *c = &g->w->choices.at[i];
    return c->n > 1 && c->head && c->head->steps == i ? c->head : NULL;
}

/* The next choice. If there is one, it knows the head above it. */
static enum tree_step grow(struct guide *g, bool first)
{
    struct worklist *w = g->w;
    enum tree_step step = first ? worklist_grow_new(w) : worklist_grow(w);
    if (step != TREE_CHOICE)
        return step;
    size_t i = w->choices.len - 1;
    struct choice *c = &w->choices.at[i];
    c->head = i ? c[-1].head : NULL;
    c->path = worklist_path(w, i ? c[-1].path : 0, i);
    return step;
}

/* Ways that are explored together are a group, which has the number of its first one. */
static void take_notes(struct guide *g, struct head *h)
{
    const struct worklist *w = g->w;
    head_take_notes(&g->heads, h);
    for (uint32_t i = 0; i < h->n; i++) {
        uint32_t k = 0;
        while (k < i && !w->tree->together(w->explorer, h->steps, k, i))
            k++;
        h->notes[i].group = k < i ? h->notes[k].group : i;
    }
}

static void remember(struct guide *g, const struct head *h)
{
    struct worth *x = learned_worth(g->learned, h->name);
    if (x->name == h->name || x->visits <= h->visits)
        *x = (struct worth){h->name, h->visits, (float)h->reward};
}

/* What was learned about the head when it was one before. */
static void recall(struct guide *g, struct head *h)
{
    const struct worth *x = learned_worth(g->learned, h->name);
    if (x->name != h->name)
        return;
    h->visits = x->visits;
    h->reward = (double)x->reward;
}

/* Gives the choice a head, as a child of the one above it. */
static struct head *attach(struct guide *g, size_t i)
{
    struct worklist *w = g->w;
    struct choice *c = &w->choices.at[i];
    struct head *above = i ? c[-1].head : NULL;
    uint32_t way = above ? w->choices.at[above->steps].current : 0;
    struct head *h = head_add(&g->heads, above, way, c->n);
    h->path = c->path;
    h->name = item_path(above ? above->name : 0, h->path, way);
    h->weight = c->weight;
    h->steps = (uint32_t)i;
    c->head = h;
    if (!above)
        g->top = h;
    if (g->narrow)
        take_notes(g, h);
    else
        recall(g, h);
    if (g->deep)
        g->heads.latest = h;
    return h;
}

/* Wants the way, and those that are explored together with it. */
static void want(struct guide *g, struct head *h, uint32_t way)
{
    for (uint32_t i = 0; i < h->n; i++)
        if (h->notes[i].group == h->notes[way].group)
            head_want(&g->heads, h, i);
}

void run_want(struct guide *g, struct head *h, const uint32_t *ways, size_t n,
              const struct wish *wish)
{
    for (size_t i = 0; i < n; i++)
        if (h->notes[ways[i]].wanted)
            return;
    uint32_t way = way_insert(g, h, ways, n);
    want(g, h, way);
    h->notes[way].wish = *wish;
    if (g->wanted & GUIDE_FEATURES) {
        h->rarity = way_rarity(g, h);
        head_requeue(&g->heads, h);
    }
}

void guide_want(struct worklist *w, size_t choice, const uint32_t *ways, size_t n,
                const struct wish *wish)
{
    struct guide *g = w->guide;
    struct head *h = own(g, choice);
    if (!h) /* it has one way, which is being explored */
        return;
    if (h->foreign)
        share_ask(g, h, ways, n, wish);
    else
        run_want(g, h, ways, n, wish);
}

/* Ways that are explored together have the same number. */
static void number(struct head *h, uint32_t way)
{
    if (h->notes[way].begun)
        return;
    h->begun++;
    for (uint32_t i = 0; i < h->n; i++)
        if (h->notes[i].group == h->notes[way].group)
            h->notes[i].begun = h->begun;
}

void run_take(struct guide *g, struct head *h, uint32_t way)
{
    if (!h->begun) {
        want(g, h, way);
        for (uint32_t i = 0; i < h->n; i++)
            if (!h->notes[i].wanted && !head_tried(h, i))
                head_try(&g->heads, h, i);
    }
    number(h, way);
    if (h->notes[way].wish.feature) /* the wish may not come true, and is less urgent
                                       then */
        ++*learned_at(g->learned, h->notes[way].wish.feature);
    head_try(&g->heads, h, way);
}

/* Begins to explore the way of the last choice, whose head this is. If it is the first of
 * its ways, others are wanted only if somebody says so. */
static void take(struct guide *g, struct head *h, uint32_t way)
{
    if (!h->notes) {
        head_try(&g->heads, h, way);
        return;
    }
    run_take(g, h, way);
    g->wish = h->notes[way].wish;
    way_taken(g, way);
}

/* Looks at the last choice, of which no way is made, and queues its head. */
static void look(struct guide *g, struct head *h)
{
    struct worklist *w = g->w;
    const struct sights *sights = w->tree->sights;
    if (sights) {
        sights->look(w->explorer, g->wanted, &h->sight);
        h->rarity = g->wanted & GUIDE_FEATURES ? way_rarity(g, h) : 0;
    }
    h->switches =
        h->parent ? h->parent->switches + (h->parent->sight.actor != h->sight.actor) : 0;
    if (g->narrow)
        way_note(g, h);
    head_enqueue(&g->heads, h);
}

/* Takes back choices up to the last one whose head is not done, and removes the others'
 * heads. */
static void settle(struct guide *g)
{
    struct worklist *w = g->w;
    while (w->choices.len) {
        struct head *h = own(g, w->choices.len - 1);
        if (h && !head_is_done(h))
            return;
        worklist_unmake(w);
        worklist_drop(w);
        if (h)
            head_remove(&g->heads, h);
    }
}

/* The program does not make the choices that it made before. */
static bool lose(struct guide *g)
{
    struct search *s = g->w->s;
    worklist_take_back(g->w, 0);
    s->counts.stopped = s->counts.cut = STOP_FRONTIER;
    return false;
}

/* Goes on to the head, which lies below the present path: its choice is the last one
 * then, with no way made. Of the heads above it, `depth` are on the path. */
static bool follow(struct guide *g, struct head *h, uint32_t depth)
{
    struct worklist *w = g->w;
    g->chain.len = 0;
    vec_reserve(&g->chain, h->depth + 1);
    for (struct head *p = h; p && p->depth >= depth; p = p->parent)
        g->chain.at[p->depth] = p;
    for (;;) {
        if (grow(g, false) != TREE_CHOICE)
            return lose(g);
        struct choice *c = &vec_last(&w->choices);
        if (c->n < 2) {
            make_again(g, 0);
            continue;
        }
        struct head *here = g->chain.at[depth++];
        if (here->path != c->path || here->steps != w->choices.len - 1) {
            worklist_drop(w);
            return lose(g);
        }
        c->head = here;
        if (here == h)
            return true;
        make_again(g, g->chain.at[depth]->way);
    }
}

/* Goes to the head, from the last choice that the paths to both have in common. */
static bool go_to(struct guide *g, struct head *h)
{
    struct worklist *w = g->w;
    const struct head *common = h, *next = NULL; /* next: below it */
    for (; common && !on_path(w, common); common = common->parent)
        next = common;
    worklist_take_back(w, common ? common->steps + 1 : 0);
    if (!common)
        return follow(g, h, 0);
    worklist_unmake(w);
    if (!next)
        return true;
    make_again(g, next->way);
    return follow(g, h, next->depth);
}

/* ---- to the end of an execution ---- */

/* Is there a head so much better than this one that the execution is left here? */
static bool is_hopeless(struct guide *g, const struct head *h)
{
    double percent = g->w->s->options.threshold;
    const struct head *best =
        percent > 0 && g->heads.queueing ? heads_best(&g->heads) : NULL;
    double size = best && best->value < 0 ? -best->value : best ? best->value : 0;
    return best && best != h && h->value > best->value + size * percent / 100;
}

/* Goes on to the end of the execution. */
static enum run_end descend(struct guide *g, enum way_policy policy)
{
    struct worklist *w = g->w;
    g->inserting = policy;
    while (search_go_on(w->s)) {
        enum tree_step step = grow(g, true);
        if (step == TREE_END)
            worklist_complete(w);
        if (step != TREE_CHOICE)
            return RUN_COMPLETE;
        if (vec_last(&w->choices).n < 2) {
            make(g, 0);
            continue;
        }
        struct head *h = attach(g, w->choices.len - 1);
        look(g, h);
        if (is_hopeless(g, h)) {
            worklist_drop(w);
            return RUN_LEFT;
        }
        struct wish wish = g->wish;
        uint32_t way = way_first(g, h, policy);
        take(g, h, way);
        g->wish = wish;
        make(g, way);
    }
    return RUN_STOPPED;
}

static void see(void *context, uint64_t name)
{
    struct guide *g = context;
    g->fresh += learned_feature(g->learned, name);
}

void run_see(struct guide *g)
{
    const struct sights *sights = g->w->tree->sights;
    g->fresh = 0;
    if (sights)
        sights->features(g->w->explorer, see, g);
}

/* Learns from the execution, which is complete. */
static void learn(struct guide *g)
{
    struct worklist *w = g->w;
    run_see(g);
    double reward = uct_reward(g->fresh);
    for (struct head *h = w->choices.len ? vec_last(&w->choices).head : NULL;
         h && !h->foreign; h = h->parent) {
        h->visits++;
        h->reward += reward;
        if (!g->narrow)
            remember(g, h);
        if (g->wanted & GUIDE_SIMILARITY)
            ++*learned_at(g->learned, h->sight.similar);
        if (g->wanted & GUIDE_SYMMETRY)
            ++*learned_at(g->learned, h->sight.symmetric);
    }
}

/* Of so many heads, the values are computed again if something new was seen. */
#define FEW 4096

/* The execution is complete, or cut. */
static void count(struct guide *g)
{
    struct worklist *w = g->w;
    if (!g->narrow) /* otherwise nobody knows how many ways there will be */
        w->s->counts.explored += worklist_weight(w);
    g->runs++;
    learn(g);
    if (g->narrow && g->fresh && g->heads.queue.len < FEW)
        heads_requeue(&g->heads); /* wishes that were in doubt may be in doubt no more */
    if (w->after)
        w->after(w);
}

/* The search is stopped: what lies below the last way was not explored. */
static void leave_last(struct guide *g)
{
    struct worklist *w = g->w;
    struct head *h = w->choices.len ? vec_last(&w->choices).head : NULL;
    if (h && !h->foreign)
        head_untry(&g->heads, h, w->choices.at[h->steps].current);
    else
        g->unbegun = true;
}

static void end(struct guide *g, enum run_end how)
{
    struct worklist *w = g->w;
    struct search *s = w->s;
    if (how == RUN_COMPLETE)
        count(g);
    if (how == RUN_STOPPED && g->narrow)
        leave_last(g);
    else if (how == RUN_STOPPED) /* what lies below this path is no head's */
        vec_push(&w->items, worklist_item(w, w->choices.len, w->choices.len));
    settle(g);
    if (!s->counts.stopped)
        s->counts.stopped = s->counts.cut;
}

/* ---- runs ---- */

/* Marks the ways of the item's choice number `number` that do not belong to it, or are
 * explored when its other choices are made. */
static void mark(struct guide *g, struct head *h, const struct item *it, size_t number)
{
    uint32_t way = it->ways.at[number];
    for (uint32_t i = 0; i < h->n; i++) {
        bool closed = number < it->closed;
        bool outside = number == it->closed && it->until && i >= it->until;
        if (closed || (it->beside ? i == way : i <= way || outside))
            head_try(&g->heads, h, i);
    }
}

/* Makes the choices that the item lists. False: there are none like that. */
static bool begin(struct guide *g, const struct item *it)
{
    struct worklist *w = g->w;
    worklist_take_back(w, 0);
    w->closed = w->deviations = 0;
    for (size_t done = 0; done < it->ways.len;) {
        enum tree_step step = grow(g, false);
        if (step == TREE_CUT) {
            worklist_take_back(w, 0);
            return false;
        }
        if (step == TREE_END)
            return lose(g);
        struct choice *c = &vec_last(&w->choices);
        if (c->n < 2) {
            make(g, 0);
            continue;
        }
        uint32_t way = it->ways.at[done];
        if (way >= c->n || (done + 1 == it->ways.len && c->path != it->path)) {
            worklist_drop(w);
            return lose(g);
        }
        struct head *h = attach(g, w->choices.len - 1);
        mark(g, h, it, done++);
        look(g, h);
        make(g, way);
    }
    return true;
}

void run_item(struct guide *g, const struct item *it, enum way_policy policy)
{
    way_begin(g);
    g->wish.waits = SIGHT_NOBODY;
    if (!begin(g, it))
        return;
    if (it->beside)
        settle(g);
    else
        end(g, descend(g, policy));
}

bool run_order(struct guide *g, const struct run_path *path, size_t n, uint64_t hash,
               enum way_policy policy)
{
    struct worklist *w = g->w;
    way_begin(g);
    worklist_take_back(w, 0);
    w->closed = w->deviations = 0;
    g->unbegun = false;
    for (size_t i = 0; i < n;) {
        enum tree_step step = grow(g, false);
        struct choice *c = w->choices.len ? &vec_last(&w->choices) : NULL;
        if (step == TREE_CHOICE && c->n < 2) {
            make_again(g, 0);
            continue;
        }
        bool last = i + 1 == n;
        if (step != TREE_CHOICE || path[i].n != c->n || path[i].way >= c->n ||
            (last && c->path != hash)) {
            return lose(g);
        }
        struct head *h = attach(g, w->choices.len - 1);
        h->foreign = true;
        h->begun = 2;
        for (uint32_t k = 0; k < h->n; k++) {
            h->notes[k].begun = h->notes[k].group == h->notes[path[i].way].group ? 2
                                : path[i].flags[k] & PATH_BEGUN                  ? 1
                                                                                 : 0;
            h->notes[k].wanted = path[i].flags[k] & PATH_WANTED;
            head_try(&g->heads, h, k);
        }
        if (last) {
            way_taken(g, path[i].way);
            make(g, path[i].way);
        } else {
            make_again(g, path[i].way);
        }
        i++;
    }
    enum run_end how = descend(g, policy);
    if (how == RUN_COMPLETE)
        count(g);
    if (how == RUN_STOPPED)
        leave_last(g);
    if (!w->s->counts.stopped)
        w->s->counts.stopped = w->s->counts.cut;
    return !g->unbegun;
}

void run_forget(struct guide *g)
{
    struct head *h = g->top;
    worklist_take_back(g->w, 0);
    while (h && h->child)
        h = h->child;
    while (h) {
        struct head *parent = h->parent;
        for (uint32_t k = 0; k < h->n; k++)
            if (!head_tried(h, k))
                head_try(&g->heads, h, k);
        head_remove(&g->heads, h);
        h = parent;
    }
    g->top = NULL;
}

void run_head(struct guide *g, struct head *h, enum way_policy policy,
              enum way_policy then)
{
    way_begin(g);
    if (!go_to(g, h))
        return;
    uint32_t way = way_choose(g, h, policy, false);
    g->inserting = then;
    take(g, h, way);
    if (g->wanted & GUIDE_FEATURES)
        h->rarity = way_rarity(g, h);
    make(g, way);
    end(g, descend(g, then));
}

void run_walk(struct guide *g, struct head *h, enum way_policy policy, bool mcts)
{
    while (h->parent)
        h = h->parent;
    way_begin(g);
    if (!go_to(g, h))
        return;
    for (;;) {
        uint32_t way = mcts ? way_worth(g, h) : way_choose(g, h, policy, true);
        if (!head_tried(h, way)) {
            g->inserting = policy;
            take(g, h, way);
            make(g, way);
            break;
        }
        make_again(g, way);
        h = head_below(h, way);
        if (!follow(g, h, h->depth))
            return;
    }
    end(g, descend(g, policy));
}

/* ---- depth first ---- */

/* Goes on to the end of the execution by first ways; no choice becomes a head. */
static bool plunge(struct guide *g)
{
    struct worklist *w = g->w;
    while (search_go_on(w->s)) {
        enum tree_step step = grow(g, true);
        if (step == TREE_END)
            worklist_complete(w);
        if (step != TREE_CHOICE)
            return true;
        make(g, 0);
    }
    return false;
}

/* Goes back to the last choice, after the first `base`, that has another way, and makes
 * that. False if there is none: then the first `base` choices are left. */
static bool back_up(struct guide *g, size_t base)
{
    struct worklist *w = g->w;
    while (w->choices.len > base) {
        const struct choice *c = &vec_last(&w->choices);
        worklist_unmake(w);
        if (c->current + 1 < c->n) {
            make(g, c->current + 1);
            return true;
        }
        worklist_drop(w);
    }
    return false;
}

/* Makes heads of the choices after the first `base`: the depth-first search is left
 * here. Their ways up to the present one are explored, or being explored. */
static void leave_heads(struct guide *g, size_t base)
{
    struct worklist *w = g->w;
    for (size_t i = base; i < w->choices.len; i++) {
        struct choice *c = &w->choices.at[i];
        c->head = i ? c[-1].head : NULL;
        if (c->n < 2)
            continue;
        struct head *h = attach(g, i);
        for (uint32_t way = 0; way <= c->current; way++)
            head_try(&g->heads, h, way);
        head_enqueue(&g->heads, h);
        g->heads.latest = h;
    }
}

static struct head *where_it_was(struct guide *g)
{
    struct head *h = g->heads.latest;
    while (h && !h->left)
        h = h->parent;
    return h ? h : vec_last(&g->heads.open);
}

/* The same, if choices cannot do without heads. */
static void run_deepest(struct guide *g, uint64_t steps)
{
    uint64_t until = g->steps + steps;
    g->deep = true;
    do {
        struct head *h = where_it_was(g);
        g->heads.latest = h;
        run_head(g, h, WAY_FIRST, WAY_FIRST);
    } while (g->steps < until && g->heads.open.len && !search_stopped(g->w->s));
    g->deep = false;
}

void run_deep(struct guide *g, uint64_t steps)
{
    if (g->narrow) {
        run_deepest(g, steps);
        return;
    }
    struct worklist *w = g->w;
    struct head *h = where_it_was(g);
    uint64_t until = g->steps + steps;
    bool whole, more;
    if (!go_to(g, h))
        return;
    g->heads.latest = h;
    uint32_t way = head_untried(h, 0);
    head_try(&g->heads, h, way);
    make(g, way);
    size_t base = w->choices.len;
    do {
        whole = plunge(g);
        if (whole)
            w->s->counts.explored += worklist_weight(w);
        g->runs += whole;
        if (whole && w->after)
            w->after(w);
        more = whole && !search_stopped(w->s) && g->steps < until;
    } while (more && back_up(g, base));
    leave_heads(g, base);
    if (whole)
        learn(g); /* from the last one only, since this is to be fast */
    end(g, whole ? RUN_LEFT : RUN_STOPPED);
}
