/* SPDX-License-Identifier: Apache-2.0
 *
 * image_check.c - do ranks that were in a state before go on as they did? (--images
 * check)
 *
 * That they do is why they need not run again (image.h, twins.h). Here they run all the
 * same, and memory, operation and findings are compared with what is remembered. */
#include "agent/rank/areas.h"
#include "agent/rank/image.h"
#include "agent/rank/thread.h"
#include "agent/watch/watch.h"

#include <string.h>

/* The first of n bytes that differ; NULL: none does. */
static const char *differing(const void *memory, const void *copy, size_t n)
{
    const char *a = memory, *b = copy;
    size_t at = 0;
    if (!memcmp(a, b, n))
        return NULL;
    while (a[at] == b[at])
        at++;
    return a + at;
}

/* Our own functions keep addresses of the agent's memory there, which are not the same
 * every time. */
static const char *differing_stack(const struct image_data *d)
{
    const char *copy = d->slab + d->heap_bytes;
    for (size_t at = 0; at < d->stack_bytes; at += sizeof(uint64_t)) {
        uint64_t now, was;
        memcpy(&now, (const char *)d->sp + at, sizeof now);
        memcpy(&was, copy + at, sizeof was);
        if (now != was && !(layout_of_agent(now) && layout_of_agent(was)))
            return (const char *)d->sp + at;
    }
    return NULL;
}

/* Compares the rank's memory, which is in place, with that of an image. */
static const char *differing_memory(const struct rank *r, const struct image *own)
{
    const struct image_data *d = image_source(own);
    struct rank_head h = *r->head;
    if (d->sp != thread_slab_stack(r))
        return (const char *)&r->head->strand.sp;
    if (d != own->data) {
        h.history = 0;
        memset(&h.strand.outcome, 0, sizeof h.strand.outcome);
    }
    if (d->heap_bytes != h.heap.used || d->output_bytes != h.output_kept)
        return (const char *)&r->head->heap;
    const char *at = differing(&h, d->slab, sizeof h);
    if (at)
        return (const char *)r->head + (at - (const char *)&h);
    at = differing(r->head + 1, d->slab + sizeof h, d->heap_bytes - sizeof h);
    if (!at && !agent.program.windows) /* what is left there is not cleared */
        at = differing_stack(d);
    if (!at)
        at = differing(rank_output(r->head), d->slab + d->heap_bytes + d->stack_bytes,
                       d->output_bytes);
    return at ? at : pages_differing(d->pages, d->npages);
}

/* The same for what an image knows without data. */
static const void *differing_head(const struct rank *r, const struct image *i)
{
    const struct rank_head *h = r->head;
    const struct op *a = &i->op, *b = &h->strand.op;
    if (i->ended != h->strand.ended)
        return &h->strand.ended;
    if (i->remarks != h->remarks)
        return &h->remarks;
    if (i->accesses != h->accesses)
        return &h->accesses;
    if (i->history != h->history)
        return &h->history;
    bool same = a->kind == b->kind && a->object == b->object && a->nargs == b->nargs &&
                a->args == b->args && a->value == b->value && a->where == b->where &&
                a->peer == b->peer && a->tag == b->tag && a->mode == b->mode &&
                a->call == b->call && a->needed == b->needed && a->told == b->told &&
                a->touched == b->touched;
    return same ? NULL : b;
}

void image_check(struct rank *r, const struct image *i)
{
    const void *at = differing_head(r, i);
    if (!at && image_has_data(i) && !image_source(i)->tracked) {
        watch_lift(r);
        areas_lift(r);
        at = differing_memory(r, i);
    }
    if (at)
        agent_die("%s was in this state before, and went on in another way: it differs "
                  "at %p, %zd bytes from its memory's start, %zd from its stack's end",
                  r->name, at, (const char *)at - (const char *)r->head,
                  r->top - (const char *)at);
}
