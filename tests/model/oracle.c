/* SPDX-License-Identifier: Apache-2.0
 *
 * oracle.c - see oracle.h. Slow and literal on purpose: states are small
 * structs, sets of states are sorted arrays of strings, and a synchronous
 * transition is found by making its two simple ones. */
#include "oracle.h"
#include "base/mem.h"
#include "base/str.h"

#include <stdlib.h>
#include <string.h>

#define PROCESSES 8
#define CHANNELS  8
#define LONGEST   40

struct point {
    uint32_t at[PROCESSES]; /* local */
    uint32_t len[CHANNELS];
    uint8_t line[CHANNELS][LONGEST];
};

struct entry {
    struct point s;
    uint64_t depth;
    bool done;
};

static bool same(const struct model *m, const struct point *a, const struct point *b)
{
    for (uint32_t p = 0; p < m->processes; p++)
        if (a->at[p] != b->at[p])
            return false;
    for (uint32_t c = 0; c < m->channels; c++)
        if (a->len[c] != b->len[c] || memcmp(a->line[c], b->line[c], a->len[c]))
            return false;
    return true;
}

static bool accepts(const struct model *m, uint32_t p, uint32_t u, uint32_t d, uint32_t y)
{
    for (uint32_t i = 0; i < m->transitions; i++) {
        const struct model_trans *t = &m->trans[i];
        if (t->process == p && t->src == u && t->act == ACT_RECV && t->chan == d &&
            t->msg == y)
            return true;
    }
    return false;
}

/* The simple global transition of t from s, if there is one. */
static bool simple(const struct model *m, const struct point *s, uint32_t i,
                   struct point *to)
{
    const struct model_trans *t = &m->trans[i];
    if (s->at[t->process] != t->src)
        return false;
    *to = *s;
    to->at[t->process] = t->dst;
    uint32_t c = t->chan;
    if (t->act == ACT_SEND) {
        if (s->len[c] == LONGEST)
            abort();
        to->line[c][to->len[c]++] = (uint8_t)t->msg;
    } else if (t->act == ACT_RECV) {
        uint32_t k = 0;
        while (k < s->len[c] && !accepts(m, t->process, t->src, c, s->line[c][k]))
            k++;
        if (k == s->len[c] || s->line[c][k] != t->msg)
            return false;
        to->len[c]--;
        for (; k < to->len[c]; k++)
            to->line[c][k] = to->line[c][k + 1];
    }
    return true;
}

static bool synchronous(const struct model *m, const struct point *s, uint32_t send,
                        uint32_t recv, struct point *to)
{
    const struct model_trans *t = &m->trans[send], *r = &m->trans[recv];
    if (t->act != ACT_SEND || r->act != ACT_RECV || t->chan != r->chan ||
        t->msg != r->msg)
        return false;
    uint32_t c = t->chan, p = m->channel[c].receiver;
    /* to oneself: only from a send-receive state (see step.h) */
    if (t->process == p && !accepts(m, p, s->at[p], c, t->msg))
        return false;
    for (uint32_t k = 0; k < s->len[c]; k++)
        if (accepts(m, p, s->at[p], c, s->line[c][k]))
            return false;
    struct point between;
    return simple(m, s, send, &between) && simple(m, &between, recv, to);
}

char *oracle_spell(const struct model *m, const struct global *s)
{
    struct str out = {0};
    for (uint32_t p = 0; p < m->processes; p++)
        str_addf(&out, "%u ", s->at[p] - m->process[p].base);
    for (uint32_t c = 0; c < m->channels; c++) {
        str_addf(&out, "[");
        for (uint32_t k = 0; k < s->len[c]; k++)
            str_addf(&out, "%u,", s->line[c][k]);
        str_addf(&out, "]");
    }
    return out.text;
}

static char *spell(const struct model *m, const struct point *s)
{
    struct str out = {0};
    for (uint32_t p = 0; p < m->processes; p++)
        str_addf(&out, "%u ", s->at[p]);
    for (uint32_t c = 0; c < m->channels; c++) {
        str_addf(&out, "[");
        for (uint32_t k = 0; k < s->len[c]; k++)
            str_addf(&out, "%u,", s->line[c][k]);
        str_addf(&out, "]");
    }
    return out.text;
}

struct graph {
    struct entry *at;
    size_t len, cap;
    size_t *slot, slots; /* index + 1 */
};

static size_t key(const struct model *m, const struct point *s)
{
    size_t h = 14695981039346656037u;
    for (uint32_t p = 0; p < m->processes; p++)
        h = (h ^ s->at[p]) * 1099511628211u;
    for (uint32_t c = 0; c < m->channels; c++)
        for (uint32_t k = 0; k <= s->len[c]; k++)
            h = (h ^ (k < s->len[c] ? s->line[c][k] + 1u : 99u)) * 1099511628211u;
    return h;
}

static void reach(struct graph *g, const struct model *m, const struct point *s,
                  uint64_t depth)
{
    size_t k = key(m, s) & (g->slots - 1);
    for (; g->slot[k]; k = (k + 1) & (g->slots - 1)) {
        struct entry *e = &g->at[g->slot[k] - 1];
        if (!same(m, &e->s, s))
            continue;
        if (depth < e->depth) {
            e->depth = depth;
            e->done = false;
        }
        return;
    }
    if (g->len == g->cap) {
        g->cap = g->cap ? g->cap * 2 : 64;
        g->at = mem_resize(g->at, g->cap * sizeof *g->at);
    }
    g->at[g->len++] = (struct entry){*s, depth, false};
    g->slot[k] = g->len;
}

static bool within(const struct model *m, const struct point *s, uint32_t bound)
{
    for (uint32_t c = 0; c < m->channels; c++)
        if (s->len[c] > bound)
            return false;
    return true;
}

/* Everything one step from s; returns whether s is potentially halted. */
static bool spread(struct graph *g, const struct model *m, struct point s, uint64_t depth,
                   uint32_t bound, uint64_t most)
{
    bool halted = true;
    struct point to;
    for (uint32_t i = 0; i < m->transitions; i++) {
        if (simple(m, &s, i, &to)) {
            halted &= m->trans[i].act == ACT_SEND;
            if (within(m, &to, bound) && depth + 1 <= most)
                reach(g, m, &to, depth + 1);
        }
        for (uint32_t j = 0; m->trans[i].act == ACT_SEND && j < m->transitions; j++)
            if (synchronous(m, &s, i, j, &to)) {
                halted = false;
                if (depth + 2 <= most)
                    reach(g, m, &to, depth + 2);
            }
    }
    return halted;
}

void oracle_run(struct oracle *o, const struct model *m, uint32_t bound, uint64_t depth,
                size_t limit)
{
    *o = (struct oracle){0};
    struct graph g = {.slots = 1};
    while (g.slots < limit * 3)
        g.slots *= 2;
    g.slot = mem_alloc(g.slots * sizeof *g.slot);
    struct point start = {0};
    for (uint32_t p = 0; p < m->processes; p++)
        start.at[p] = m->process[p].start;
    reach(&g, m, &start, 0);
    for (bool more = true; more && !o->too_big;) {
        more = false;
        for (size_t i = 0; i < g.len && !o->too_big; i++) {
            if (g.at[i].done)
                continue;
            more = g.at[i].done = true;
            spread(&g, m, g.at[i].s, g.at[i].depth, bound, depth);
            o->too_big = g.len > limit;
        }
    }
    for (size_t i = 0; i < g.len && !o->too_big; i++) {
        char *text = spell(m, &g.at[i].s);
        texts_add(&o->states, text);
        if (spread(&g, m, g.at[i].s, 0, 0, 0))
            texts_add(&o->halted, text);
        free(text);
    }
    texts_sort(&o->states);
    texts_sort(&o->halted);
    free(g.at);
    free(g.slot);
}

void oracle_free(struct oracle *o)
{
    texts_free(&o->states);
    texts_free(&o->halted);
}

void texts_add(struct texts *t, const char *text)
{
    if (t->len == t->cap) {
        t->cap = t->cap ? t->cap * 2 : 16;
        t->at = mem_resize(t->at, t->cap * sizeof *t->at);
    }
    t->at[t->len++] = mem_strdup(text);
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void texts_sort(struct texts *t)
{
    if (!t->len)
        return;
    qsort(t->at, t->len, sizeof *t->at, compare);
    size_t n = 1;
    for (size_t i = 1; i < t->len; i++) {
        if (strcmp(t->at[i], t->at[n - 1]))
            t->at[n++] = t->at[i];
        else
            free(t->at[i]);
    }
    t->len = n;
}

bool texts_subset(const struct texts *a, const struct texts *b)
{
    for (size_t i = 0; i < a->len; i++)
        if (!bsearch(&a->at[i], b->at, b->len, sizeof *b->at, compare))
            return false;
    return true;
}

bool texts_equal(const struct texts *a, const struct texts *b)
{
    return a->len == b->len && texts_subset(a, b);
}

void texts_free(struct texts *t)
{
    for (size_t i = 0; i < t->len; i++)
        free(t->at[i]);
    free(t->at);
    *t = (struct texts){0};
}
