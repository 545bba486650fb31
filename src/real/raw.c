/* SPDX-License-Identifier: Apache-2.0
 *
 * raw.c - see raw.h. */
#include "real/raw.h"
#include "report/pack.h"

#include <string.h>

static bool in_link(uint64_t offset, uint64_t count, size_t size)
{
    return offset >= sizeof(struct link) && offset <= LINK_SIZE &&
           count <= (LINK_SIZE - offset) / size;
}

void *link_copy(struct link *l, uint64_t offset, uint64_t count, size_t size)
{
    if (!in_link(offset, count, size))
        return NULL;
    void *copy = mem_alloc((size_t)count * size + 1);
    memcpy(copy, link_at(l, offset), (size_t)count * size);
    return copy;
}

#define ENDS(array) (memchr((array), 0, sizeof(array)) != NULL)

/* Unpacks a copy of these bytes. */
static bool take_trace(struct link *l, uint64_t at, uint64_t size, struct mzt *t)
{
    bool told = at <= l->used && size <= l->used - at;
    void *copy = told ? link_copy(l, at, size, 1) : NULL;
    bool good = copy && unpack_trace(t, copy, (size_t)size);
    free(copy);
    for (size_t i = 0; good && i < t->finding->steps.len; i++)
        if (t->finding->steps.at[i].level > LINK_PATH) {
            mzt_free(t);
            good = false;
        }
    return good;
}

static bool take_ways(struct link *l, struct raw_finding *f)
{
    const struct link_finding *is = &f->is;
    bool decided = is->decided == LINK_DECIDED;
    if (is->decided > LINK_DECIDED || is->undecided > UNDECIDED_UNCLEAR ||
        (decided && (!is->nways || is->decisive >= f->trace.finding->steps.len)))
        return false;
    f->ways = is->nways ? link_copy(l, is->ways, is->nways, sizeof *f->ways) : NULL;
    for (uint32_t i = 0; f->ways && i < is->nways; i++)
        if (!ENDS(f->ways[i].what) || f->ways[i].kind > WAY_OTHER)
            return false;
    return !is->nways || f->ways;
}

/* What decides is written when the search is over, field by field: until then it is not
 * looked at, since half of it would contradict the other half. */
static void forget_ways(struct link_finding *is)
{
    is->decided = LINK_UNDECIDED;
    is->nways = 0;
}

bool raw_outcome(struct link *l, uint64_t at, struct raw_finding *f)
{
    bool over = __atomic_load_n(&l->phase, __ATOMIC_ACQUIRE) == PHASE_DONE;
    *f = (struct raw_finding){0};
    if (!in_link(at, 1, sizeof f->is))
        return false;
    memcpy(&f->is, link_at(l, at), sizeof f->is);
    if (!over)
        forget_ways(&f->is);
    bool good = take_trace(l, f->is.packed, f->is.size, &f->trace) && take_ways(l, f) &&
                f->is.kind == f->trace.finding->kind &&
                f->is.actor == f->trace.finding->actor;
    if (!good)
        raw_free(f);
    return good;
}

bool raw_sample(struct link *l, struct raw_finding *f)
{
    uint32_t n = l->sample_steps;
    *f = (struct raw_finding){.is.kind = FINDING_NONE,
                              .trace = {.end = l->end, .options.tidy = l->sample_tidy}};
    f->trace.steps.at = link_copy(l, l->sample, n, sizeof *f->trace.steps.at);
    f->trace.steps.len = f->trace.steps.at ? n : 0;
    return f->trace.steps.at;
}

bool raw_output(struct link *l, struct mzt *t)
{
    return take_trace(l, l->printed, l->printed_size, t);
}

bool raw_next(struct raw_list *list, struct link_finding *is)
{
    struct link *l = list->link;
    uint64_t *at = &l->findings;
    if (list->at)
        at = &((struct link_finding *)link_at(l, list->at))->next;
    uint64_t next = __atomic_load_n(at, __ATOMIC_ACQUIRE);
    if (!next || list->overwritten)
        return false;
    /* the link only grows, so the next one is behind this one */
    list->overwritten =
        next <= list->at || next % sizeof(uint64_t) || !in_link(next, 1, sizeof *is);
    if (list->overwritten)
        return false;
    list->at = next;
    memcpy(is, link_at(l, next), sizeof *is);
    list->overwritten = !is->kind || is->kind >= FINDING_ENDS;
    return !list->overwritten;
}

bool raw_take(struct raw_list *list, struct raw_finding *f)
{
    list->overwritten |= !raw_outcome(list->link, list->at, f);
    return !list->overwritten;
}

void raw_free(struct raw_finding *f)
{
    mzt_free(&f->trace);
    free(f->ways);
    *f = (struct raw_finding){0};
}
