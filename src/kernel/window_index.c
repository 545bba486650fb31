/* SPDX-License-Identifier: Apache-2.0
 *
 * window_index.c - see window_index.h. */
#include "kernel/window_index.h"
#include "base/mem.h"
#include "kernel/window.h"

enum { STEP = 4, LEVELS = 64 / STEP + 1 };

/* An access in a cell. Numbers of nodes count from 1; 0: none. */
struct index_node {
    uint64_t cell;
    uint32_t access, level;
    uint32_t next;  /* in the same cell, older */
    uint32_t older; /* in the same grid */
};

struct cell {
    uint64_t key;
    uint32_t newest;
    bool used;
};

struct rma_index {
    uint32_t entered; /* so many accesses are */
    VEC(struct index_node) nodes;
    struct cell *cells; /* a hash table */
    size_t room, used;
    struct {
        uint32_t n, newest; /* nodes */
    } level[LEVELS];
};

static const uint64_t *words_of(const struct state *st, const struct rma_part *p,
                                uint32_t access)
{
    return act_keys(&st->events.at[p->accesses.at[access].event].act);
}

/* The grid for an access of this size: its cells have 2 to the power of its number times
 * STEP locations. */
static uint32_t level_of(uint64_t size)
{
    uint32_t level = 0;
    while (level < LEVELS - 1 && size > UINT64_C(1) << (STEP * level))
        level++;
    return level;
}

static uint64_t cell_of(uint64_t at, uint32_t level)
{
    return STEP * level < 64 ? at >> (STEP * level) : 0;
}

/* The cell, or where it would be. */
static struct cell *find_cell(struct rma_index *x, uint32_t level, uint64_t cell)
{
    uint64_t key = cell * LEVELS + level;
    size_t at = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (x->room - 1);
    while (x->cells[at].used && x->cells[at].key != key)
        at = (at + 1) & (x->room - 1);
    return &x->cells[at];
}

static uint32_t newest_in(struct rma_index *x, uint32_t level, uint64_t cell)
{
    const struct cell *c = find_cell(x, level, cell);
    return c->used ? c->newest : 0;
}

static void grow(struct rma_index *x)
{
    struct cell *old = x->cells;
    size_t n = x->room;
    x->room = n ? 2 * n : 256;
    x->cells = mem_alloc(x->room * sizeof *x->cells);
    for (size_t i = 0; i < n; i++)
        if (old[i].used)
            *find_cell(x, (uint32_t)(old[i].key % LEVELS), old[i].key / LEVELS) = old[i];
    free(old);
}

static void enter_cell(struct rma_index *x, uint32_t access, uint32_t level,
                       uint64_t cell)
{
    if (2 * x->used >= x->room)
        grow(x);
    struct cell *c = find_cell(x, level, cell);
    struct index_node node = {cell, access, level, c->newest, x->level[level].newest};
    x->used += !c->used;
    c->used = true;
    c->key = cell * LEVELS + level;
    vec_push(&x->nodes, node);
    c->newest = x->level[level].newest = (uint32_t)x->nodes.len;
    x->level[level].n++;
}

static void enter(const struct state *st, const struct rma_part *p, uint32_t access)
{
    const uint64_t *w = words_of(st, p, access);
    if (w[ACCESS_LO] < w[ACCESS_HI]) {
        uint32_t level = level_of(w[ACCESS_HI] - w[ACCESS_LO]);
        uint64_t last = cell_of(w[ACCESS_HI] - 1, level);
        for (uint64_t c = cell_of(w[ACCESS_LO], level); c <= last; c++)
            enter_cell(p->index, access, level, c);
    }
    p->index->entered = access + 1;
}

void rma_index_pop(const struct rma_part *p)
{
    struct rma_index *x = p->index;
    if (!x || x->entered <= p->accesses.len - 1)
        return;
    x->entered = (uint32_t)p->accesses.len - 1;
    while (x->nodes.len && vec_last(&x->nodes).access == x->entered) {
        const struct index_node *n = &vec_last(&x->nodes);
        find_cell(x, n->level, n->cell)->newest = n->next;
        x->level[n->level].newest = n->older;
        x->level[n->level].n--;
        x->nodes.len--;
    }
}

void rma_index_make(struct rma_part *p)
{
    if (p->index)
        return;
    p->index = mem_alloc(sizeof *p->index);
    grow(p->index);
}

void rma_index_free(struct rma_part *p)
{
    if (!p->index)
        return;
    vec_free(&p->index->nodes);
    free(p->index->cells);
    free(p->index);
    p->index = NULL;
}

/* ---- finding ---- */

static int newest_first(const void *x, const void *y)
{
    const uint32_t *a = x, *b = y;
    return (*a < *b) - (*a > *b);
}

struct query {
    const struct state *st;
    const struct rma_part *part;
    uint64_t lo, hi;
    uint32_t end;
    events_vec *found;
};

static void add_if(const struct query *q, uint32_t access)
{
    const uint64_t *w = words_of(q->st, q->part, access);
    if (access < q->end && w[ACCESS_LO] < q->hi && q->lo < w[ACCESS_HI])
        vec_push(q->found, access);
}

/* Adds those of one grid: of the cells in question, or all if these are more. */
static void find_in(const struct query *q, uint32_t level)
{
    struct rma_index *x = q->part->index;
    uint64_t first = cell_of(q->lo, level), last = cell_of(q->hi - 1, level);
    if (last - first >= x->level[level].n) {
        for (uint32_t n = x->level[level].newest; n; n = x->nodes.at[n - 1].older)
            add_if(q, x->nodes.at[n - 1].access);
        return;
    }
    for (uint64_t c = first; c <= last; c++)
        for (uint32_t n = newest_in(x, level, c); n; n = x->nodes.at[n - 1].next)
            add_if(q, x->nodes.at[n - 1].access);
}

void rma_index_find(const struct state *st, const struct rma_part *p, uint64_t lo,
                    uint64_t hi, uint32_t end, events_vec *found)
{
    const struct query q = {st, p, lo, hi, end, found};
    size_t before = found->len, n = before;
    if (lo >= hi)
        return;
    while (p->index->entered < p->accesses.len)
        enter(st, p, p->index->entered);
    for (uint32_t level = 0; level < LEVELS; level++)
        if (p->index->level[level].n)
            find_in(&q, level);
    if (found->len - before > 1)
        qsort(found->at + before, found->len - before, sizeof *found->at, newest_first);
    for (size_t i = before; i < found->len; i++) /* one may lie in two cells */
        if (n == before || found->at[n - 1] != found->at[i])
            found->at[n++] = found->at[i];
    found->len = n;
}
