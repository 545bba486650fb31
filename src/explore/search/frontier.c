/* SPDX-License-Identifier: Apache-2.0
 *
 * frontier.c - see frontier.h. */
#include "explore/search/frontier.h"

#include <string.h>

void frontier_free_found(struct frontier *f)
{
    for (size_t i = 0; i < f->runs.found.len; i++) {
        struct found *x = &f->runs.found.at[i];
        free(x->kind);
        free(x->message);
        free(x->file);
        free(x->trace);
        free(x->replay);
    }
    vec_free(&f->runs.found);
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
    f->learned.lessons.len = 0;
    for (uint32_t i = 0; i < LEARNED; i++)
        if (l->seen[i])
            vec_push(&f->learned.lessons, (struct lesson){i, l->seen[i]});
    f->learned.worths.len = 0;
    for (uint32_t i = 0; i < WORTHS; i++)
        if (l->worth[i].visits > 1)
            vec_push(&f->learned.worths, l->worth[i]);
    f->learned.features = l->features;
    memcpy(f->learned.arm, l->arm, sizeof f->learned.arm);
}

struct learned *frontier_learned(const struct frontier *f)
{
    if (!f->learned.lessons.len)
        return NULL;
    struct learned *l = mem_alloc(sizeof *l);
    for (size_t i = 0; i < f->learned.lessons.len; i++)
        l->seen[f->learned.lessons.at[i].place % LEARNED] =
            f->learned.lessons.at[i].times;
    for (size_t i = 0; i < f->learned.worths.len; i++)
        *learned_worth(l, f->learned.worths.at[i].name) = f->learned.worths.at[i];
    l->features = f->learned.features;
    memcpy(l->arm, f->learned.arm, sizeof l->arm);
    return l;
}

void frontier_free(struct frontier *f)
{
    frontier_forget_items(f);
    vec_free(&f->items);
    facts_free(&f->runs.facts);
    for (size_t i = 0; i < f->runs.rests.len; i++)
        free(f->runs.rests.at[i]);
    vec_free(&f->runs.rests);
    for (size_t i = 0; i < f->runs.gaps.len; i++)
        free(f->runs.gaps.at[i]);
    vec_free(&f->runs.gaps);
    frontier_free_found(f);
    vec_free(&f->shown);
    vec_free(&f->runs.seen);
    vec_free(&f->learned.lessons);
    vec_free(&f->learned.worths);
}

struct packed_frontier {
    uint64_t program;
    char explorer[16];
    struct search_counts counts;
    uint64_t features;
    struct arm_record arm[ARMS];
    uint64_t n, nshown, nlessons, nworths, nodes, graph; /* graph: so many bytes */
};
_Static_assert(sizeof((struct packed_frontier){0}.explorer) ==
                   sizeof((struct frontier){0}.explorer),
               "a name of an explorer is as long in both");

size_t frontier_bytes(const struct frontier *f)
{
    size_t n = sizeof(struct packed_frontier) + f->shown.len * sizeof *f->shown.at +
               f->learned.lessons.len * sizeof *f->learned.lessons.at +
               f->learned.worths.len * sizeof *f->learned.worths.at + f->graph.bytes.len;
    for (size_t i = 0; i < f->items.len; i++)
        n += item_bytes(&f->items.at[i]);
    return n;
}

void frontier_pack(const struct frontier *f, void *to)
{
    struct packed_frontier h = {.program = f->program,
                                .counts = f->counts,
                                .features = f->learned.features,
                                .n = f->items.len,
                                .nshown = f->shown.len,
                                .nlessons = f->learned.lessons.len,
                                .nworths = f->learned.worths.len,
                                .nodes = f->graph.nodes,
                                .graph = f->graph.bytes.len};
    char *at = to;
    memcpy(h.explorer, f->explorer, sizeof h.explorer);
    memcpy(h.arm, f->learned.arm, sizeof h.arm);
    memcpy(at, &h, sizeof h);
    at += sizeof h;
    for (size_t i = 0; i < f->shown.len; i++, at += sizeof *f->shown.at)
        memcpy(at, &f->shown.at[i], sizeof *f->shown.at);
    for (size_t i = 0; i < f->learned.lessons.len;
         i++, at += sizeof *f->learned.lessons.at)
        memcpy(at, &f->learned.lessons.at[i], sizeof *f->learned.lessons.at);
    for (size_t i = 0; i < f->learned.worths.len; i++, at += sizeof *f->learned.worths.at)
        memcpy(at, &f->learned.worths.at[i], sizeof *f->learned.worths.at);
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
    f->program = h.program;
    f->counts = h.counts;
    f->learned.features = h.features;
    memcpy(f->explorer, h.explorer, sizeof f->explorer);
    memcpy(f->learned.arm, h.arm, sizeof h.arm);
    if (h.nshown > (size_t)(end - at) / sizeof *f->shown.at)
        return false;
    for (uint64_t i = 0; i < h.nshown; i++, at += sizeof *f->shown.at) {
        struct known x;
        memcpy(&x, at, sizeof x);
        vec_push(&f->shown, x);
    }
    if (h.nlessons > (size_t)(end - at) / sizeof *f->learned.lessons.at)
        at = NULL;
    for (uint64_t i = 0; at && i < h.nlessons; i++, at += sizeof *f->learned.lessons.at) {
        struct lesson x;
        memcpy(&x, at, sizeof x);
        vec_push(&f->learned.lessons, x);
    }
    if (at && h.nworths > (size_t)(end - at) / sizeof *f->learned.worths.at)
        at = NULL;
    for (uint64_t i = 0; at && i < h.nworths; i++, at += sizeof *f->learned.worths.at) {
        struct worth x;
        memcpy(&x, at, sizeof x);
        vec_push(&f->learned.worths, x);
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
