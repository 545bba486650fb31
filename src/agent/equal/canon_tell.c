/* SPDX-License-Identifier: Apache-2.0
 *
 * canon_tell.c - in what do two states of a rank differ? In words, for people whose
 * program has too many states.
 *
 * The canonical forms are compared byte by byte. What differs is named: a variable, a
 * block of the heap by the call that allocated it. Names of variables on the stack need
 * the frames, which can be seen from the rank's own stack only (rank_inspect()). */
#include "base/str.h"
#include "agent/equal/canon.h"
#include "agent/rank/image.h"
#include "agent/rank/objects.h"
#include "agent/rank/origins.h"

#include <stdio.h>
#include <string.h>

/* ---- names ---- */

/* What is asked of the rank, and its answer. */
static struct {
    const char *at;
    struct object object;
    void *site;
} asked;

static void answer(void)
{
    objects_name(asked.at, &asked.object, &asked.site);
}

static bool of_library(const void *pc)
{
    uint64_t a = (uint64_t)(uintptr_t)pc;
    const struct link *l = agent.link;
    return (a >= l->mpi_low && a < l->mpi_high) ||
           (a >= l->library_low && a < l->library_high);
}

static void add_place(const void *pc, struct str *s)
{
    str_addf(s, "%c%llx%c", PLACE_BEGIN, (unsigned long long)(uintptr_t)pc, PLACE_END);
}

static void name_block(struct str *s)
{
    const struct object *o = &asked.object;
    const void *site = origins_of(o->low);
    if (site && of_library(site)) {
        str_addf(s, "memory of the MPI library");
        return;
    }
    str_addf(s, "a block of %zu bytes", (size_t)(o->high - o->low));
    if (site) {
        str_addf(s, " allocated at ");
        add_place(site, s);
    }
}

/* Names the object that was asked for. */
static void name_object(struct str *s)
{
    const struct object *o = &asked.object;
    switch (o->kind) {
    case OBJECT_HEAP:
        name_block(s);
        break;
    case OBJECT_FREED:
        str_addf(s, "freed memory");
        break;
    case OBJECT_MAPPED:
        str_addf(s, "a mapping of %zu bytes", (size_t)(o->high - o->low));
        break;
    case OBJECT_STATIC:
        if (o->variable)
            str_addf(s, "the variable %s", o->variable->name);
        else
            str_addf(s, "static data of a library");
        break;
    case OBJECT_STACK:
    case OBJECT_FRAME:
    case OBJECT_LEFT:
        if (asked.site && of_library(asked.site)) {
            str_addf(s, "what the MPI library has on the stack");
            break;
        }
        if (o->variable)
            str_addf(s, "the variable %s of ", o->variable->name);
        str_addf(s, "the function that calls at ");
        add_place(asked.site, s);
        break;
    case OBJECT_UNKNOWN:
        str_addf(s, "memory at %p", (const void *)asked.at);
    }
}

/* ---- what differs ---- */

/* A line is added once. */
static void add_line(struct str *to, const struct str *line)
{
    char text[300];
    snprintf(text, sizeof text, "%s\n", str_text(line));
    if (!strstr(str_text(to), text))
        str_addf(to, "%s", text);
}

static bool of_memory(const struct piece *p)
{
    return p->part == PART_STACK || p->part == PART_HEAP || p->part == PART_PAGE;
}

/* The byte of the form at this address; false if the form does not have it. */
static bool byte_at(const struct form *f, const struct piece *like, uintptr_t a,
                    char *byte)
{
    for (size_t i = 0; i < f->pieces.len; i++) {
        const struct piece *p = &f->pieces.at[i];
        if (p->part != like->part || a < p->address || a - p->address >= p->n)
            continue;
        *byte = f->bytes.at[p->offset + (a - p->address)];
        return true;
    }
    return false;
}

/* Does form y have this piece of form x? */
static bool is_in(const struct form *y, const struct form *x, const struct piece *p)
{
    for (size_t i = 0; i < y->pieces.len; i++) {
        const struct piece *q = &y->pieces.at[i];
        if (q->part == p->part && q->address == p->address && q->n == p->n)
            return !memcmp(x->bytes.at + p->offset, y->bytes.at + q->offset, p->n);
    }
    return false;
}

static void tell_memory(uint32_t actor, const struct form *x, const struct form *y,
                        struct str *to)
{
    const char *known = NULL; /* up to here, it has been told */
    for (size_t i = 0; i < x->pieces.len; i++) {
        const struct piece *p = &x->pieces.at[i];
        if (!of_memory(p) || is_in(y, x, p))
            continue;
        for (size_t k = 0; k < p->n; k++) {
            const char *at = (const char *)(p->address + k);
            char byte;
            if (at < known && asked.object.low <= at)
                continue;
            if (byte_at(y, p, p->address + k, &byte) &&
                byte == x->bytes.at[p->offset + k])
                continue;
            asked.at = at;
            rank_inspect(actor, answer);
            known = asked.object.high;
            struct str line = {0};
            name_object(&line);
            add_line(to, &line);
            str_free(&line);
        }
    }
}

static bool same_part(const struct form *x, const struct form *y, int part)
{
    struct str a = {0}, b = {0};
    for (size_t i = 0; i < x->pieces.len; i++)
        if ((int)x->pieces.at[i].part == part)
            str_add(&a, x->bytes.at + x->pieces.at[i].offset, x->pieces.at[i].n);
    for (size_t i = 0; i < y->pieces.len; i++)
        if ((int)y->pieces.at[i].part == part)
            str_add(&b, y->bytes.at + y->pieces.at[i].offset, y->pieces.at[i].n);
    bool same = a.len == b.len && (!a.len || !memcmp(a.text, b.text, a.len));
    str_free(&a);
    str_free(&b);
    return same;
}

void canon_tell_apart(struct program *p, uint32_t actor, image_id first, image_id second,
                      struct str *to)
{
    (void)p;
    struct rank *r = &agent.rank[actor];
    struct form x = {0}, y = {0};
    image_restore(r, (struct image *)(uintptr_t)first);
    canon_copy(actor, &x);
    image_restore(r, (struct image *)(uintptr_t)second);
    canon_copy(actor, &y);
    if (!same_part(&x, &y, PART_OPERATION))
        str_addf(to, "the call that is next, with what it sends\n");
    if (agent.timed && !same_part(&x, &y, PART_AGENT))
        str_addf(to, "the time, which the program looks at\n");
    if (!r->head->strand.ended && !r->head->strand.fault.kind)
        tell_memory(actor, &x, &y, to);
    canon_free(&x);
    canon_free(&y);
}
