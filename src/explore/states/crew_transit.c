/* SPDX-License-Identifier: Apache-2.0
 *
 * crew_transit.c - parcels and reports on the machine of a copy, if the table of worlds
 * is divided: the worlds of a parcel are fetched before the copy gets it, and those that
 * a report has found are exchanged for their places. See crew.h and parts.h.
 *
 * Both keep their order, since who has given the tasks counts on it. */
#include "explore/share/pool_wire.h"
#include "explore/states/crew.h"

#include <string.h>

/* What the functions below have to do with. */
struct handling {
    struct parts *parts;
    struct shipment *f;
    struct translator *translator;
    size_t next; /* answer */
};

static struct shipment *new_freight(const char *bytes, size_t n)
{
    struct shipment *f = mem_alloc(sizeof *f);
    *f = (struct shipment){0};
    str_add(&f->bytes, bytes, n);
    return f;
}

static void free_freight(struct shipment *f)
{
    questions_free(&f->questions);
    str_free(&f->bytes);
    free(f);
}

void transit_free(struct transit *l)
{
    for (size_t i = 0; i < l->down.len; i++)
        free_freight(l->down.at[i]);
    for (size_t i = 0; i < l->up.len; i++)
        free_freight(l->up.at[i]);
    vec_free(&l->down);
    vec_free(&l->up);
}

static void remove_first(struct shipment **at, size_t *len)
{
    free_freight(at[0]);
    --*len;
    memmove(at, at + 1, *len * sizeof *at);
}

/* ---- parcels ---- */

static bool ask_world(void *context, struct sent_task *task, const char *world,
                      struct str *to)
{
    struct handling *h = context;
    (void)world;
    (void)to;
    if (task->part >= h->parts->owners.len)
        return false;
    parts_fetch(h->parts, &h->f->questions, task->part, task->place);
    return true;
}

bool transit_add_parcel(struct transit *l, struct parts *p, const char *bytes, size_t n)
{
    struct handling h = {p, new_freight(bytes, n), NULL, 0};
    struct str unused = {0};
    bool good = parcel_rewrite(bytes, n, ask_world, &h, &unused);
    str_free(&unused);
    vec_push(&l->down, h.f);
    return good;
}

static bool put_world(void *context, struct sent_task *task, const char *world,
                      struct str *to)
{
    struct handling *h = context;
    const struct part_answer *a = &h->f->questions.answers.at[h->next++];
    (void)task;
    (void)world;
    str_add(to, h->f->questions.worlds.text + a->at, a->length);
    return true;
}

/* A copy has a few small parcels at a time, or a large one, so that it reads them while
 * it is given the next. */
static bool may_have(const struct transit *l, const struct shipment *f)
{
    enum { SOME = 3 };
    bool small = f->bytes.len + f->questions.worlds.len <= PARCEL_BYTES;
    return !f->questions.open && l->parcels < (small ? SOME : 1);
}

bool transit_send(struct transit *l, const struct peer *copy, struct str *scratch)
{
    bool good = true;
    while (good && l->down.len && may_have(l, l->down.at[0])) {
        struct handling h = {.f = l->down.at[0]};
        str_clear(scratch);
        good = parcel_rewrite(h.f->bytes.text, h.f->bytes.len, put_world, &h, scratch) &&
               wire_send(copy, scratch);
        l->parcels++;
        remove_first(l->down.at, &l->down.len);
    }
    return good;
}

/* ---- reports ---- */

static bool ask_place(void *context, struct sent_found *found, const char *world,
                      struct str *to)
{
    struct handling *h = context;
    (void)to;
    parts_find(h->parts, &h->f->questions, world, found->length);
    return true;
}

bool transit_add_reports(struct transit *l, struct parts *p, const char *bytes, size_t n,
                         bool sights)
{
    struct handling h = {p, new_freight(bytes, n), NULL, 0};
    struct str unused = {0};
    h.f->sights = sights;
    bool good = reports_rewrite(bytes, n, ask_place, &h, &unused);
    str_free(&unused);
    vec_push(&l->up, h.f);
    return good;
}

static bool put_place(void *context, struct sent_found *found, const char *world,
                      struct str *to)
{
    struct handling *h = context;
    const struct part_answer *a = &h->f->questions.answers.at[h->next++];
    found->part = a->part;
    found->place = a->place;
    if (!a->fresh)
        return true;
    /* It is explored by who has found it, if possible. */
    parts_note(h->parts, a, world, found->length);
    if (h->f->sights && h->translator)
        translate_out(h->translator, world, found->length, to);
    return true;
}

bool transit_take(struct transit *l, struct parts *p, struct translator *x,
                  struct str *to)
{
    if (!l->up.len || l->up.at[0]->questions.open)
        return false;
    struct handling h = {p, l->up.at[0], x, 0};
    bool good = reports_rewrite(h.f->bytes.text, h.f->bytes.len, put_place, &h, to);
    remove_first(l->up.at, &l->up.len);
    return good;
}
