/* SPDX-License-Identifier: Apache-2.0
 *
 * frontier.c - see frontier.h. */
#include "explore/frontier.h"

#include <string.h>

void frontier_free_found(struct frontier *f)
{
    for (size_t i = 0; i < f->found.len; i++) {
        struct found *x = &f->found.at[i];
        free(x->kind);
        free(x->message);
        free(x->file);
        free(x->trace);
        free(x->replay);
    }
    vec_free(&f->found);
}

void frontier_tell_shown(const struct frontier *f, struct search *s, bool counted)
{
    for (size_t i = 0; i < f->shown.len; i++)
        search_kept_before(s, f->shown.at[i].what,
                           counted ? f->shown.at[i].executions : 0);
}

void frontier_forget_items(struct frontier *f)
{
    for (size_t i = 0; i < f->items.len; i++)
        item_free(&f->items.at[i]);
    f->items.len = 0;
    saved_graph_free(&f->graph);
}

void frontier_learn(struct frontier *f, const struct learned *l)
{
    f->lessons.len = 0;
    for (uint32_t i = 0; i < LEARNED; i++)
        if (l->seen[i])
            vec_push(&f->lessons, (struct lesson){i, l->seen[i]});
    f->worths.len = 0;
    for (uint32_t i = 0; i < WORTHS; i++)
        if (l->worth[i].visits > 1)
            vec_push(&f->worths, l->worth[i]);
    f->features = l->features;
    memcpy(f->arm, l->arm, sizeof f->arm);
}

struct learned *frontier_learned(const struct frontier *f)
{
    if (!f->lessons.len)
        return NULL;
    struct learned *l = mem_alloc(sizeof *l);
    for (size_t i = 0; i < f->lessons.len; i++)
        l->seen[f->lessons.at[i].place % LEARNED] = f->lessons.at[i].times;
    for (size_t i = 0; i < f->worths.len; i++)
        *learned_worth(l, f->worths.at[i].name) = f->worths.at[i];
    l->features = f->features;
    memcpy(l->arm, f->arm, sizeof l->arm);
    return l;
}

void frontier_free(struct frontier *f)
{
    frontier_forget_items(f);
    vec_free(&f->items);
    facts_free(&f->facts);
    for (size_t i = 0; i < f->rests.len; i++)
        free(f->rests.at[i]);
    vec_free(&f->rests);
    frontier_free_found(f);
    vec_free(&f->shown);
    vec_free(&f->seen);
    vec_free(&f->lessons);
    vec_free(&f->worths);
}

struct packed_frontier {
    struct frontier numbers; /* all numbers of the frontier; its lists are not used */
    uint64_t n, nshown, nlessons, nworths, nodes, graph; /* graph: so many bytes */
};

static void forget_lists(struct frontier *f)
{
    memset(&f->items, 0, sizeof f->items);
    memset(&f->graph, 0, sizeof f->graph);
    memset(&f->facts, 0, sizeof f->facts);
    memset(&f->rests, 0, sizeof f->rests);
    memset(&f->found, 0, sizeof f->found);
    memset(&f->seen, 0, sizeof f->seen);
    memset(&f->shown, 0, sizeof f->shown);
    memset(&f->lessons, 0, sizeof f->lessons);
    memset(&f->worths, 0, sizeof f->worths);
}

size_t frontier_bytes(const struct frontier *f)
{
    size_t n = sizeof(struct packed_frontier) + f->shown.len * sizeof *f->shown.at +
               f->lessons.len * sizeof *f->lessons.at +
               f->worths.len * sizeof *f->worths.at + f->graph.bytes.len;
    for (size_t i = 0; i < f->items.len; i++)
        n += item_bytes(&f->items.at[i]);
    return n;
}

void frontier_pack(const struct frontier *f, void *to)
{
    struct packed_frontier h = {*f,
                                f->items.len,
                                f->shown.len,
                                f->lessons.len,
                                f->worths.len,
                                f->graph.nodes,
                                f->graph.bytes.len};
    char *at = to;
    forget_lists(&h.numbers);
    memcpy(at, &h, sizeof h);
    at += sizeof h;
    for (size_t i = 0; i < f->shown.len; i++, at += sizeof *f->shown.at)
        memcpy(at, &f->shown.at[i], sizeof *f->shown.at);
    for (size_t i = 0; i < f->lessons.len; i++, at += sizeof *f->lessons.at)
        memcpy(at, &f->lessons.at[i], sizeof *f->lessons.at);
    for (size_t i = 0; i < f->worths.len; i++, at += sizeof *f->worths.at)
        memcpy(at, &f->worths.at[i], sizeof *f->worths.at);
    for (size_t i = 0; i < f->items.len; i++)
        at = item_pack(&f->items.at[i], at);
    if (f->graph.bytes.len)
        memcpy(at, f->graph.bytes.text, f->graph.bytes.len);
}

/* The graph stays where it is. */
static void borrow_graph(struct frontier *f, const char *at, uint64_t nodes,
                         uint64_t bytes)
{
    f->graph =
        (struct saved_graph){.nodes = nodes,
                             .bytes = {.text = (char *)(uintptr_t)at, .len = bytes},
                             .lent = true};
}

bool frontier_unpack(struct frontier *f, const void *from, size_t bytes)
{
    struct packed_frontier h;
    const char *at = from, *end = at + bytes;
    *f = (struct frontier){0};
    if (bytes < sizeof h)
        return false;
    memcpy(&h, at, sizeof h);
    at += sizeof h;
    *f = h.numbers;
    forget_lists(f);
    if (h.nshown > (size_t)(end - at) / sizeof *f->shown.at)
        return false;
    for (uint64_t i = 0; i < h.nshown; i++, at += sizeof *f->shown.at) {
        struct known x;
        memcpy(&x, at, sizeof x);
        vec_push(&f->shown, x);
    }
    if (h.nlessons > (size_t)(end - at) / sizeof *f->lessons.at)
        at = NULL;
    for (uint64_t i = 0; at && i < h.nlessons; i++, at += sizeof *f->lessons.at) {
        struct lesson x;
        memcpy(&x, at, sizeof x);
        vec_push(&f->lessons, x);
    }
    if (at && h.nworths > (size_t)(end - at) / sizeof *f->worths.at)
        at = NULL;
    for (uint64_t i = 0; at && i < h.nworths; i++, at += sizeof *f->worths.at) {
        struct worth x;
        memcpy(&x, at, sizeof x);
        vec_push(&f->worths, x);
    }
    for (uint64_t i = 0; at && i < h.n; i++) {
        struct item it;
        at = item_unpack(&it, at, end);
        if (at)
            vec_push(&f->items, it);
    }
    if (at && h.graph > (size_t)(end - at))
        at = NULL;
    if (at && h.graph)
        borrow_graph(f, at, h.nodes, h.graph);
    if (!at)
        frontier_free(f);
    return at;
}
