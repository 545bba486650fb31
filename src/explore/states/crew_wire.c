/* SPDX-License-Identifier: Apache-2.0
 *
 * crew_wire.c - parcels and reports that go from one machine to another: see crew.h. */
#include "explore/states/crew.h"

#include <string.h>

void section_put(struct str *to, const char *bytes, size_t n)
{
    str_add(to, (const char *)&n, sizeof n);
    str_add(to, bytes, n);
}

/* Takes so many bytes; NULL if there are fewer. */
static const char *take(const char **at, const char *end, size_t n)
{
    const char *bytes = *at;
    if ((size_t)(end - bytes) < n)
        return NULL;
    *at += n;
    return bytes;
}

const char *section_take(const char **at, const char *end, size_t *n)
{
    const char *head = take(at, end, sizeof *n);
    if (!head)
        return NULL;
    memcpy(n, head, sizeof *n);
    return take(at, end, *n);
}

bool parcel_rewrite(const char *bytes, size_t n, parcel_fn *fn, void *context,
                    struct str *to)
{
    const char *at = bytes, *end = bytes + n, *head, *world;
    struct parcel h;
    struct sent_task task;
    bool good = (head = take(&at, end, sizeof h));
    if (!good)
        return false;
    memcpy(&h, head, sizeof h);
    str_add(to, head, sizeof h);
    for (uint32_t i = 0; i < h.tasks && good; i++) {
        good = (head = take(&at, end, sizeof task));
        if (!good)
            break;
        memcpy(&task, head, sizeof task);
        good = (world = take(&at, end, task.length));
        if (!good)
            break;
        size_t place = to->len;
        str_add(to, head, sizeof task);
        good = fn(context, &task, world, to);
        task.length = (uint32_t)(to->len - place - sizeof task);
        memcpy(to->text + place, &task, sizeof task);
    }
    return good;
}

/* The worlds of one report, whose head is *h. */
static bool report_rewrite(struct sent_report *h, const char *rest, reports_fn *fn,
                           void *context, struct str *to)
{
    size_t place = to->len, lists = report_rest(h) - h->bytes;
    const char *world = rest + lists, *end = world + h->bytes;
    bool good = true;
    str_add(to, (const char *)h, sizeof *h);
    str_add(to, rest, lists);
    size_t worlds = to->len;
    for (size_t i = 0; i < h->found && good; i++) {
        struct sent_found f;
        size_t where = place + sizeof *h + i * sizeof f, before = to->len;
        memcpy(&f, to->text + where, sizeof f);
        good = f.length <= (size_t)(end - world);
        if (!good)
            break;
        uint32_t length = f.length;
        good = fn(context, &f, world, to);
        world += length;
        f.length = (uint32_t)(to->len - before);
        memcpy(to->text + where, &f, sizeof f);
    }
    h->bytes = (uint32_t)(to->len - worlds);
    memcpy(to->text + place, h, sizeof *h);
    return good;
}

bool reports_rewrite(const char *bytes, size_t n, reports_fn *fn, void *context,
                     struct str *to)
{
    const char *at = bytes, *end = bytes + n, *head, *rest;
    bool good = true;
    while (good && at < end) {
        struct sent_report h;
        good = (head = take(&at, end, sizeof h));
        if (!good)
            break;
        memcpy(&h, head, sizeof h);
        good = (rest = take(&at, end, report_rest(&h))) &&
               report_rewrite(&h, rest, fn, context, to);
    }
    return good;
}

/* ---- translating ---- */

static bool say(struct translator *x, const char *world, size_t n, struct str *to)
{
    if (n)
        translate_out(x, world, n, to);
    return true;
}

static bool understand(struct translator *x, const char *world, size_t n, struct str *to)
{
    return !n || translate_in(x, world, n, to);
}

bool parcel_say(void *x, struct sent_task *task, const char *world, struct str *to)
{
    return say(x, world, task->length, to);
}

bool parcel_understand(void *x, struct sent_task *task, const char *world, struct str *to)
{
    return understand(x, world, task->length, to);
}

bool reports_say(void *x, struct sent_found *f, const char *world, struct str *to)
{
    return say(x, world, f->length, to);
}

bool reports_understand(void *x, struct sent_found *f, const char *world, struct str *to)
{
    return understand(x, world, f->length, to);
}
