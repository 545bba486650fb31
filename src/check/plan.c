/* SPDX-License-Identifier: Apache-2.0
 *
 * plan.c - see plan.h. */
#include "check/plan.h"
#include "base/lock.h"

#include <string.h>

static bool needs_more(const struct explorer_need *n)
{
    return n->windows || n->lines || n->withdrawal != WITHDRAWAL_NONE;
}

struct search_options plan_options(const struct plan *p)
{
    struct search_options o = p->asked.search;
    struct explorer_need need = p->learned.need;
    need.lines &= !p->learned.turns;
    if (needs_more(&need))
        explorer_replace(&o, &need);
    if (p->phase.waits)
        o.buffering = BUFFERING_ZERO;
    o.once |= p->phase.once != 0;
    o.each_buffering &= !p->phase.one_buffering;
    return o;
}

enum plan_images plan_images(const struct plan *p)
{
    return p->phase.once ? IMAGES_ROOT : p->asked.images;
}

/* ---- learning ---- */

/* Sets a word that is a truth or a number, if it was smaller. */
static bool grow(uint32_t *known, uint32_t more)
{
    bool is = more > *known;
    *known = is ? more : *known;
    return is;
}

bool plan_has_library(const struct plan_learned *l, const char *path)
{
    for (uint32_t i = 0; i < l->nlibraries; i++)
        if (!strcmp(l->library[i], path))
            return true;
    return false;
}

static bool add_library(struct plan_learned *l, const char *path)
{
    if (plan_has_library(l, path) || l->nlibraries == PLAN_LIBRARIES)
        return false;
    memcpy(l->library[l->nlibraries], path, strlen(path) + 1);
    l->nlibraries++;
    return true;
}

static bool has(const uint64_t *list, uint32_t n, uint64_t value)
{
    for (uint32_t i = 0; i < n; i++)
        if (list[i] == value)
            return true;
    return false;
}

bool plan_has_cell(const struct plan_learned *l, uint64_t address)
{
    return has(l->cell, l->ncells, address);
}

bool plan_has_stack(const struct plan_learned *l, uint64_t page)
{
    return has(l->stack, l->nstack, page);
}

/* Adds to a list what it does not have, as long as there is room. */
static bool add_to(uint64_t *list, uint32_t *n, uint32_t room, uint64_t value)
{
    if (has(list, *n, value) || *n == room)
        return false;
    list[(*n)++] = value;
    return true;
}

/* Is this message shorter than those that are known of its call? */
static bool add_short(struct plan_learned *l, const struct plan_short *s)
{
    uint32_t i = 0;
    while (i < l->nshort && l->shortest[i].site != s->site)
        i++;
    if (i == PLAN_SHORT || (i < l->nshort && l->shortest[i].bytes <= s->bytes))
        return false;
    l->nshort += i == l->nshort;
    l->shortest[i] = *s;
    return true;
}

static bool add_need(struct explorer_need *n, const struct explorer_need *more)
{
    bool is = (more->windows && !n->windows) || (more->lines && !n->lines) ||
              more->withdrawal > n->withdrawal;
    if (!is)
        return false;
    n->windows |= more->windows;
    n->lines |= more->lines;
    n->matching |= more->matching;
    n->queues |= more->queues;
    if (more->withdrawal > n->withdrawal)
        n->withdrawal = more->withdrawal;
    return true;
}

uint32_t plan_lines(const struct plan *p)
{
    return p->learned.need.lines && !p->learned.turns ? p->learned.slots : 0;
}

bool plan_openmp(const struct plan *p, const char *name)
{
    bool gcc = !strcmp(name, "libgomp.so.1"), clang = !strcmp(name, "libomp.so.5");
    return (gcc || clang) &&
           (plan_threads(p) || plan_lines(p) || (clang && !p->learned.turns));
}

bool plan_can_cope(const struct plan *p, const struct explorer_need *more)
{
    struct search_options o = p->asked.search;
    struct explorer_need need = p->learned.need;
    if (!add_need(&need, more))
        return false;
    const struct explorer *e = explorer_find(o.algorithm);
    return explorer_replace(&o, &need) || (e && explorer_copes(e, &need));
}

bool plan_learn(struct plan *p, const struct plan_learned *more)
{
    struct plan_learned *l = &p->learned;
    lock_take(&p->lock); /* each line is true by itself, so half of them is fine */
    bool is = grow(&l->mpi, more->mpi);
    is |= grow(&l->input, more->input);
    is |= grow(&l->late, more->late);
    is |= grow(&l->timed, more->timed);
    is |= grow(&l->trials, more->trials);
    is |= grow(&l->guard, more->guard);
    is |= grow(&l->turns, more->turns);
    is |= grow(&l->slots, more->slots);
    is |= grow(&l->tries, more->tries);
    is |= grow(&l->objects, more->objects);
    is |= (more->heaps & ~l->heaps) != 0;
    l->guessed |= more->guessed;
    l->heaps |= more->heaps;
    for (uint32_t i = 0; i < more->ncells && i < PLAN_CELLS; i++)
        is |= add_to(l->cell, &l->ncells, PLAN_CELLS, more->cell[i]);
    for (uint32_t i = 0; i < more->nstack && i < PLAN_STACK; i++)
        is |= add_to(l->stack, &l->nstack, PLAN_STACK, more->stack[i]);
    for (uint32_t i = 0; i < more->nlibraries && i < PLAN_LIBRARIES; i++)
        is |= add_library(l, more->library[i]);
    for (uint32_t i = 0; i < more->nshort && i < PLAN_SHORT; i++)
        is |= add_short(l, &more->shortest[i]);
    is |= add_need(&l->need, &more->need);
    lock_give(&p->lock);
    return is;
}

/* ---- several machines ---- */

void plan_share(const struct plan *p, uint32_t search, struct plan_shared *to)
{
    memset(to, 0, sizeof *to);
    to->search = search;
    to->waits = p->phase.waits;
    to->one_buffering = p->phase.one_buffering;
    to->stage = p->phase.turn.stage;
    memcpy(&to->options, &p->asked.search, sizeof to->options);
    memcpy(&to->learned, &p->learned, sizeof to->learned);
}

void plan_take(struct plan *p, const struct plan_shared *from)
{
    p->phase.waits = from->waits;
    p->phase.one_buffering = from->one_buffering;
    p->phase.turn.stage = from->stage;
    memcpy(&p->asked.search, &from->options, sizeof from->options);
    memcpy(&p->learned, &from->learned, sizeof from->learned);
}
